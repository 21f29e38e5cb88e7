import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { ActionLink } from '#ui/action-link.tsx';
import { formatCount, formatNumber } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import type { HeaderIndustry } from './header-links.tsx';

/**
 * The menu of all industries: three columns with hue and number of reports. With script, the newest
 * reports of the industry that is pointed at stand beside them (enhancements/industry-preview.ts).
 */
export function IndustriesMenu({ industries }: { industries: readonly HeaderIndustry[] }) {
  const reportCount = industries.reduce((sum, { mainReports }) => sum + mainReports, 0);
  return (
    <div id="industries-menu" popover="auto" className="header-popover industries-menu">
      <div className="wrap">
        <div>
          {industries.length === 0 && <p>{texts.loadingIndustries}</p>}
          <ul className="industries-menu-list">
            {industries.map(({ slug, name, reports }) => (
              <li key={slug} {...industryHueProps(slug)}>
                <a href={paths.industry(slug)} data-industry={slug}>
                  <span>{name}</span>
                  <span className="industries-menu-count">{formatNumber(reports)}</span>
                </a>
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap gap-8 border-t border-rule pt-5">
            <ActionLink href={paths.reportStore()}>
              Report Store, all {formatCount(reportCount, 'report')}
            </ActionLink>
            <ActionLink href={paths.search()}>Custom-Search</ActionLink>
          </p>
        </div>
        <div className="industries-menu-newest with-script" aria-live="polite">
          <p className="text-[14px] text-muted">Point at an industry to see its newest reports.</p>
        </div>
      </div>
    </div>
  );
}
