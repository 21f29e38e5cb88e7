import { isOrderable } from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { measureText } from '#core/catalogue/drawing/text-width.model.ts';
import { texts } from '#site/texts.ts';
import { ChosenPrice } from './chosen-price.tsx';
import { priceBoxId } from './price-box.tsx';

export type ReportPart = readonly [id: string, label: string];

const maxTitleWidth = 210;

/**
 * Links to the parts of the page, which stick to the top and then name the report and its price
 * (enhancements/jump-bar.ts marks the part in view).
 */
export function JumpBar({
  report,
  url,
  parts,
}: {
  report: Report;
  url: string;
  parts: readonly ReportPart[];
}) {
  const [shortTitle = report.title] = report.title.split(': ');
  const titleWidth = Math.min(maxTitleWidth, Math.ceil(measureText(shortTitle, 17)) + 4);
  return (
    <div className="jump-bar no-print" style={{ '--jump-title': `${titleWidth}px` } as object}>
      <div className="wrap">
        <div className="jump-bar-row">
          <p className="jump-bar-title" aria-hidden="true">
            {shortTitle}
          </p>
          <nav aria-label="Parts of this report">
            {parts.map(([id, label], index) => (
              <a key={id} href={`#${id}`} aria-current={index === 0 ? 'true' : undefined}>
                {label}
              </a>
            ))}
          </nav>
        </div>
        <ShareLinks url={url} title={report.title} />
        <p className="jump-bar-buy">
          <ChosenPrice prices={report.prices} hasName />
          {isOrderable(report.prices) && (
            <button className="button" form={priceBoxId}>
              {texts.buyNow}
            </button>
          )}
        </p>
      </div>
    </div>
  );
}

/** Links that share the page at `url`, an absolute address. */
function ShareLinks({ url, title }: { url: string; title: string }) {
  const linkedInQuery = new URLSearchParams({ url }).toString();
  const tweetQuery = new URLSearchParams({ url, text: title }).toString();
  const links = [
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?${linkedInQuery}`],
    ['X', `https://x.com/intent/tweet?${tweetQuery}`],
  ] as const;
  return (
    <p className="share-links">
      <span>Share</span>
      {links.map(([name, href]) => (
        <a key={name} className="link" rel="noopener nofollow" href={href}>
          {name}
          <span className="sr-only">: share this report</span>
        </a>
      ))}
    </p>
  );
}
