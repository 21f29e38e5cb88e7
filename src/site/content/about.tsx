import type { Route } from './+types/about.ts';
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

const reasons = [
  'Every number names its source, unit and year.',
  'What we calculated says so, with its formula.',
  'PDF and workbook come from the same data.',
  'The price and the licence are on the page.',
];
const cards = [
  ['Mission', 'Make published statistics usable for people who decide.'],
  ['Vision', 'Market figures that every reader can check.'],
  ['Industries', 'Thirty, from crops to cloud computing.'],
  ['Regions', 'The United States in depth, other countries wherever statistics are published.'],
  ['Method', 'Plain arithmetic, printed in each report.'],
  ['Editions', 'Dated and numbered; a correction is a new edition.'],
] as const;

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
      />
      <PageOpening title="About Us">{meta?.description}</PageOpening>
      {site.aboutUsBanner !== undefined && (
        <Picture
          src={paths.picture(site.aboutUsBanner)}
          alt={site.aboutUsBannerText ?? ''}
          width={1160}
          height={310}
          sizes="(min-width: 1200px) 1160px, 96vw"
          className="about-banner"
          isFirst
        />
      )}
      <div className="page-part">
        <p className="about-years">
          {site.aboutUsExperience}
          <span>{site.experienceLabel ?? 'years of experience'}</span>
        </p>
        <div className="prose-text page-lead" dangerouslySetInnerHTML={{ __html: site.aboutUs }} />
      </div>
      <Reasons />
    </div>
  );
}

/** Why to choose the publisher, and what its work is about. */
function Reasons() {
  return (
    <>
      <section className="page-part">
        <h2>Why choose us</h2>
        <ul className="page-steps">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </section>
      <section className="page-part">
        <h2>What we work by</h2>
        <ul className="statements">
          {cards.map(([title, sentence]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{sentence}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
