import { findDefaultLicence } from '#core/catalogue/reports/licence.model.ts';
import type { ReportCard } from '#core/catalogue/model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';

type Props = {
  readonly report: Pick<ReportCard, 'title' | 'code' | 'prices'>;
  /** How the purchase looks: filled for one report of a page, outlined in its lists. */
  readonly buyClassName: string;
};

/**
 * The actions for a report in a list: buy its smallest licence, or ask for it, and a free sample.
 */
export function ReportActions({ report: { title, code, prices }, buyClassName }: Props) {
  const { licences } = useSite();
  const licence = findDefaultLicence(prices, licences);
  const [label, href] = licence
    ? ([texts.buyNow, paths.checkout(code, licence)] as const)
    : ([texts.inquiryBeforeBuy, paths.inquiry(code)] as const);
  return (
    <>
      <a className={buyClassName} href={href} aria-label={`${label}: ${title}`}>
        {label}
      </a>
      <a
        className="report-row-sample"
        href={paths.requestDetails(code)}
        aria-label={`${texts.requestFreeSample}: ${title}`}
      >
        {texts.requestFreeSample}
      </a>
    </>
  );
}
