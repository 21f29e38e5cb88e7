import type { Route } from './+types/about.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { appContext, visitContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
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
    <div className="wrap py-12">
      <PageHead
        title={meta?.title ?? 'About us'}
        siteName={site.siteName}
        description={meta?.description ?? ''}
        keywords={meta?.keywords}
        canonical={origin + paths.about()}
      />
      <h1 className="text-[40px]">About Us</h1>
      {site.aboutUsBanner !== null && (
        <Picture
          src={paths.picture(site.aboutUsBanner)}
          alt={site.aboutUsBannerText}
          width={1160}
          height={310}
          sizes="(min-width: 1200px) 1160px, 96vw"
          className="mt-6 h-40 w-full object-cover md:h-auto"
          isFirst
        />
      )}
      <div className="mt-6 grid gap-8 md:grid-cols-[200px_1fr]">
        {site.aboutUsExperience && (
          <p className="font-serif text-[64px] leading-none text-accent">
            {site.aboutUsExperience}
            <span className="label block font-sans">{site.experienceLabel}</span>
          </p>
        )}
        <div
          className="prose-text text-[18px]"
          dangerouslySetInnerHTML={{ __html: site.aboutUs }}
        />
      </div>
      <Reasons site={site} />
    </div>
  );
}

/** Why to choose the publisher, and cards about their work; nothing where there are none. */
function Reasons({ site }: { site: SiteInfo }) {
  return (
    <>
      {site.reasons.length > 0 && <h2 className="mt-12 text-[28px]">Why choose us</h2>}
      <ul className="prose-text mt-4 list-disc pl-5">
        {site.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <ul className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {site.cards.map(({ title, text }) => (
          <li key={title} className="sheet p-5">
            <h3 className="text-[20px]">{title}</h3>
            <p className="mt-1 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
