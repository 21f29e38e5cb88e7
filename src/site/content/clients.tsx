import type { Route } from './+types/clients.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
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
    <div className="wrap py-12">
      <PageHead
        title={texts.trustedClients}
        siteName={useSite().siteName}
        description="The kinds of organisations that read our reports."
        canonical={origin + paths.clients()}
      />
      <h1 className="text-[40px]">{texts.trustedClients}</h1>
      <ul className="mt-8 grid grid-cols-2 gap-5 md:grid-cols-3">
        {clients.map(({ id, name, image }) => (
          <li
            key={id}
            className="sheet grid min-h-28 place-items-center p-5 font-serif text-[20px] text-muted"
          >
            {image === null ? (
              name
            ) : (
              <Picture src={paths.picture(image)} alt={name} width={240} height={56} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
