import { labelDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import type { ReactNode } from 'react';
import { describeListPrice, getListPrice } from '#core/catalogue/reports/licence.model.ts';
import { splitTitle, type ReportCard } from '#core/catalogue/model.ts';
import {
  describeRow,
  type NotedFigure,
  type RowFacts,
} from '#core/catalogue/reports/report-row.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { formatCount, formatDate } from '#ui/format.ts';
import { industryHueProps } from '#ui/hue.ts';
import { LeaderBars } from '#ui/leader-bars.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { MarkedText } from './marked-text.tsx';
import { ReportActions } from './report-actions.tsx';

type Props = {
  readonly report: ReportCard;
  /** A list of one industry doesn't name it in each row. */
  readonly hasIndustry?: boolean;
  /** Words of a search, which are marked in the title. */
  readonly words?: string;
  /** Stands in place of the description: why a search found the report. */
  readonly reason?: ReactNode;
};

/** A report as a row of a table: its data, its price, a free sample and a purchase. */
export function ReportRow({ report, hasIndustry = true, words = '', reason }: Props) {
  const { className, style } = industryHueProps(report.industrySlug);
  const { leaders, trend, figure, growth } = describeRow(report);
  const label = labelDelivery(report);
  const kind = leaders || trend || figure || growth ? 'report-row' : 'report-row report-row-plain';
  return (
    <article className={`${kind} ${className}`} style={style}>
      <div className="report-row-text">
        <p className="report-row-origin">
          {hasIndustry && (
            <a href={paths.industry(report.industrySlug)} className="industry-mark">
              {report.industry}
            </a>
          )}
          <span>{formatDate(report.publishedOn)}</span>
        </p>
        <h3>
          <a href={paths.report(report.slug)}>
            <RowTitle title={report.title} words={words} />
          </a>
        </h3>
        {reason ?? <p className="report-row-description">{report.shortDescription}</p>}
      </div>
      <RowTrend leaders={leaders} trend={trend} />
      <RowFigure className="report-row-figure" figure={figure} missing="no figure" />
      <RowFigure className="report-row-growth" figure={growth} missing="no growth" />
      <p className="report-row-facts">
        {report.code}
        {report.pages !== undefined && ` · ${formatCount(report.pages, 'page')}`}
        {label && ` · ${label}`}
      </p>
      <RowPrice report={report} />
    </article>
  );
}

function RowTitle({ title, words }: { title: string; words: string }) {
  const [subject, rest] = splitTitle(title);
  return (
    <>
      <MarkedText text={subject} words={words} />
      {rest !== '' && (
        <>
          <span className="report-row-colon">:</span>{' '}
          <span>
            <MarkedText text={rest} words={words} />
          </span>
        </>
      )}
    </>
  );
}

function RowTrend({ leaders, trend }: Pick<RowFacts, 'leaders' | 'trend'>) {
  return (
    <div className="report-row-trend">
      {leaders ? <LeaderBars leaders={leaders} /> : <Sparkline trend={trend} />}
    </div>
  );
}

function RowFigure(props: { figure: NotedFigure | undefined; className: string; missing: string }) {
  const { figure, className, missing } = props;
  return (
    <p className={className}>
      <strong>{figure?.value ?? '–'}</strong>
      <span className={figure ? '' : 'sr-only'}>{figure?.note ?? missing}</span>
    </p>
  );
}

function RowPrice({ report }: Pick<Props, 'report'>) {
  const { prices } = report;
  const { currency, licences } = useSite();
  return (
    <div className="report-row-price">
      <p>
        <strong>{formatPrice(getListPrice(prices), currency)}</strong>
        <span>{describeListPrice(prices, licences)}</span>
      </p>
      <ReportActions report={report} buyClassName="report-row-buy" />
    </div>
  );
}
