import type { Route } from './+types/services.ts';
import type { ShownService } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import type { PictureSize } from '#src/picture.model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { measurePictures } from '#site/picture-sizes.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Picture } from '#ui/picture.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(appContext);
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  const [services, meta] = await Promise.all([
    content.listServices(),
    content.getPageMeta('services'),
  ]);
  const sizes = await measurePictures(visit, services);
  return { services, sizes, meta, origin: visit.origin };
}

/** The services, alternating left and right; each picture is what is delivered. */
export default function Services({ loaderData }: Route.ComponentProps) {
  const { services, sizes, meta, origin } = loaderData;
  return (
    <div className="wrap text-page">
      <PageHead
        title={meta?.title ?? 'Services'}
        siteName={useSite().siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.services()}
        way={[['Services', paths.services()]]}
        noIndex={services.length === 0}
      />
      <PageOpening title="Services">{useSite().texts['services.text']}</PageOpening>
      {services.length === 0 && <p className="mt-6">{texts.noServices}</p>}
      {services.map((service, index) => (
        <ServiceRow
          key={service.id}
          service={service}
          size={sizes[service.image ?? '']}
          index={index}
        />
      ))}
    </div>
  );
}

/** On a phone the text comes first, so that nobody sees a picture without knowing of what. */
function ServiceRow(props: {
  service: ShownService;
  size: PictureSize | undefined;
  index: number;
}) {
  const { service, size, index } = props;
  const { id, name, description, image, imageText } = service;
  return (
    <section
      id={`service-${id}`}
      className="grid items-center gap-x-14 gap-y-6 border-b border-rule py-10 md:grid-cols-12"
    >
      <div className="md:col-span-5">
        <h2 className="mb-3 text-[23px] md:text-[30px]">{name}</h2>
        <div className="prose-text" dangerouslySetInnerHTML={{ __html: description }} />
      </div>
      {image !== null && (
        <div className={`md:col-span-7 ${index % 2 === 1 ? 'md:order-first' : ''}`}>
          <Picture
            src={paths.picture(image)}
            alt={imageText || `What you receive: ${name}`}
            width={676}
            height={338}
            size={size}
            sizes="(min-width: 768px) 676px, 92vw"
            isFirst={index === 0}
            className="h-auto max-h-[480px] w-full object-contain object-left"
          />
        </div>
      )}
    </section>
  );
}
