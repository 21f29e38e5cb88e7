import { labelDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import { describeListPrice, getListPrice } from '#core/catalogue/reports/licence.model.ts';
import { splitTitle } from '#core/catalogue/model.ts';
import type { MatchReason } from '#core/catalogue/search/match-reason.model.ts';
import { describeRow, type ListedReport } from '#core/catalogue/reports/report-row.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { MarkedText } from './marked-text.tsx';
import { ReportActions } from './report-actions.tsx';
import { SearchReason } from './search-reason.tsx';

type Props = {
  readonly report: ListedReport;
  readonly reason: MatchReason | undefined;
  readonly chapters: readonly string[];
  readonly words: string;
};

/** The first result of a search: its cover, why it was found, what is inside and what it costs. */
export function BestMatch({ report, reason, chapters, words }: Props) {
  const { slug, code, title, industry, industrySlug, pages, publishedOn } = report;
  const label = labelDelivery(report);
  const { shortDescription } = report;
  const [subject, rest] = splitTitle(title);
  const { className, style } = industryHueProps(industrySlug);
  return (
    <article className={`${className} best-match`} style={style}>
      <img src={paths.cover(code)} alt="" width="148" height="210" />
      <div className="best-match-text">
        <a href={paths.industry(industrySlug)} className="industry-mark">
          {industry}
        </a>
        <h3>
          <a href={paths.report(slug)}>
            <MarkedText text={subject} words={words} />
            {rest && (
              <>
                : <span>{rest}</span>
              </>
            )}
          </a>
        </h3>
        {reason && (
          <SearchReason reason={reason} shortDescription={shortDescription} words={words} />
        )}
        {chapters.length > 0 && (
          <div className="best-match-inside">
            <strong>Inside</strong>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter}>{chapter}</li>
              ))}
            </ul>
          </div>
        )}
        <p className="best-match-facts">
          {code}
          {pages !== undefined && ` · ${formatCount(pages, 'page')}`}
          {label && ` · ${label}`}
          {'\u00a0· '}
          {formatDate(publishedOn)}
        </p>
      </div>
      <BestMatchFigures report={report} />
    </article>
  );
}

function BestMatchFigures({ report }: Pick<Props, 'report'>) {
  const { leaders, trend, figure, growth } = describeRow(report);
  const { prices } = report;
  const { currency, licences } = useSite();
  return (
    <div className="best-match-figures">
      <div className="best-match-trend">
        {leaders ? <LeaderBars leaders={leaders} /> : <Sparkline trend={trend} width={240} />}
      </div>
      {[figure, growth].map(
        (noted) =>
          noted && (
            <p key={noted.note}>
              <strong>{noted.value}</strong> <span>{noted.note}</span>
            </p>
          ),
      )}
      <p className="best-match-price">
        <strong>{formatPrice(getListPrice(prices), currency)}</strong>{' '}
        <span>{describeListPrice(prices, licences)}</span>
      </p>
      <p className="best-match-actions">
        <ReportActions report={report} buyClassName="button" />
      </p>
    </div>
  );
}
