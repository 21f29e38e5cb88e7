import type { Route } from './+types/clients.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Picture } from '#ui/picture.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const clients = await context.get(appContext).content.listClientLogos();
  return { clients, origin: visit.origin };
}

/** Who reads the reports. */
export default function Clients({ loaderData: { clients, origin } }: Route.ComponentProps) {
  return (
    <div className="wrap text-page">
      <PageHead
        title={texts.trustedClients}
        siteName={useSite().siteName}
        description="The kinds of organisations that read our reports."
        canonical={origin + paths.clients()}
        way={[[texts.trustedClients, paths.clients()]]}
        noIndex={clients.length === 0}
      />
      <PageOpening title={texts.trustedClients}>
        Who reads our reports and works with them.
      </PageOpening>
      <ul className="clients">
        {clients.map(({ id, name, image, isSample }) => (
          <li key={id}>
            {image === null ? (
              name
            ) : (
              <Picture src={paths.picture(image)} alt={name} width={240} height={56} />
            )}
            {isSample && <span className="sample-mark">sample client</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
