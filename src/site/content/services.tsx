import type { Route } from './+types/services.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [services, meta] = await Promise.all([
    content.listServices(),
    content.getPageMeta('services'),
  ]);
  return { services, meta, origin: visit.origin };
}

/** The services, alternating left and right. */
export default function Services({ loaderData: { services, meta, origin } }: Route.ComponentProps) {
  return (
    <div className="wrap py-12">
      <PageHead
        title={meta?.title ?? 'Services'}
        siteName={useSite().siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.services()}
      />
      <h1 className="text-[40px]">Services</h1>
      {services.length === 0 && <p className="mt-6">{texts.noServices}</p>}
      <div className="mt-8 grid gap-12">
        {services.map(({ id, name, description }, index) => (
          <section
            key={id}
            id={`service-${id}`}
            className="grid items-center gap-8 border-t border-rule pt-10 md:grid-cols-2"
          >
            <div
              className={`grid place-items-center rounded bg-wash py-10 ${
                index % 2 === 1 ? 'md:order-last' : ''
              }`}
              aria-hidden="true"
            >
              <span className="font-serif text-[96px] leading-none text-accent">{index + 1}</span>
            </div>
            <div>
              <h2 className="mb-3 text-[28px]">{name}</h2>
              <div className="prose-text" dangerouslySetInnerHTML={{ __html: description }} />
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
