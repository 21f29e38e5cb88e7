import type { Route } from './+types/about.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { PageOpening } from '#site/layout/page-opening.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { Picture } from '#ui/picture.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  visit.cacheTags('site');
  return { meta: await context.get(appContext).content.getPageMeta('about'), origin: visit.origin };
}

/** Who writes the reports: experience, reasons to choose us, and six cards about the work. */
export default function About({ loaderData: { meta, origin } }: Route.ComponentProps) {
  const site = useSite();
  return (
    <div className="wrap text-page">
      <PageHead
        title={meta?.title ?? 'About us'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.about()}
        way={[['About Us', paths.about()]]}
      />
      <PageOpening title="About Us">{meta?.description}</PageOpening>
      {site.aboutUsBanner !== null && (
        <Picture
          src={paths.picture(site.aboutUsBanner)}
          alt={site.aboutUsBannerText}
          width={1160}
          height={310}
          sizes="(min-width: 1200px) 1160px, 96vw"
          className="about-banner"
          isFirst
        />
      )}
      <div className="page-part">
        {site.aboutUsExperience && (
          <p className="about-years">
            {site.aboutUsExperience}
            <span>{site.experienceLabel}</span>
          </p>
        )}
        <div className="prose-text page-lead" dangerouslySetInnerHTML={{ __html: site.aboutUs }} />
      </div>
      <Reasons site={site} />
    </div>
  );
}

/** Why to choose the publisher, and cards about their work; nothing if there are none. */
function Reasons({ site }: { site: SiteInfo }) {
  return (
    <>
      {site.reasons.length > 0 && (
        <section className="page-part">
          <h2>Why choose us</h2>
          <ul className="page-steps">
            {site.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </section>
      )}
      {site.cards.length > 0 && (
        <section className="page-part">
          <h2>How we work</h2>
          <ul className="statements">
            {site.cards.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
