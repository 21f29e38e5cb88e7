import { paths } from '#src/paths.ts';
import { IndustryLines } from '#site/catalogue/industry-lines.tsx';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';

export type IndustryAtAGlance = {
  readonly slug: string;
  readonly name: string;
  readonly reports: number;
  /** One SVG path for the lines of all its reports. */
  readonly lines: string;
};

/** Every industry with a thin line for each of its reports; a phone shows the first eight. */
export function IndustryGrid({ industries }: { industries: readonly IndustryAtAGlance[] }) {
  return (
    <>
      <ul className="home-industries">
        {industries.map(({ slug, name, reports, lines }) => (
          <li key={slug} {...industryHueProps(slug)}>
            <a href={paths.industry(slug)}>
              <strong>{name}</strong>
              <IndustryLines lines={lines} />
              <span className="home-tile-note">{formatCount(reports, 'report')}</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="home-subject" id="how-to-read">
        Each line is one report: its main series, or its longest where that has two years, from the
        first year to the newest, on its own scale from zero; at most sixteen reports of each
        industry.
      </p>
      <p className="mt-5 md:hidden">
        <a className="button quiet w-full" href={paths.industries()}>
          {texts.allCategories} ({industries.length})
        </a>
      </p>
    </>
  );
}
