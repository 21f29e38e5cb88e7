import type { Figures } from '#core/catalogue/figures/figures.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';
import type { Country } from '#core/content/model.ts';
import { LeadFormIsland } from '#site/leads/lead-form-island.tsx';
import { texts } from '#site/texts.ts';
import { formatCount, formatNumber } from '#ui/format.ts';

/** On a phone the chapters behind these are folded. */
const openChapters = 3;

/** True for a report with a table of contents, or a list of its tables or figures. */
export const hasContents = ({ contents, tableTitles, figureTitles }: Report): boolean =>
  contents.length + tableTitles.length + figureTitles.length > 0;

/** The report's chapters with their tables, beside the form for its sample. */
export function ReportContents({
  report,
  countries,
}: {
  report: Report;
  countries: readonly Country[];
}) {
  const { tables, tableRows } = report.facts.parts;
  return (
    <section
      id="table-of-content"
      className="report-columns"
      aria-labelledby={hasContents(report) ? 'contents' : 'contents-form'}
    >
      {hasContents(report) && (
        <div className="no-print">
          <h2 id="contents">{texts.tabTableOfContents}</h2>
          {tables > 0 && (
            <p className="toc-count">
              {formatCount(tables, 'table')} with {formatCount(tableRows, 'row')}
            </p>
          )}
          <ol className="toc">
            {listChapters(report).map((chapter, index) => (
              <Chapter
                key={chapter.title}
                chapter={chapter}
                isOpen={index < openChapters}
                rowCounts={countRows(report.figures)}
              />
            ))}
          </ol>
        </div>
      )}
      <section className="contents-form no-print" aria-labelledby="contents-form">
        <h2 id="contents-form">{texts.requestFreeSample}</h2>
        <p>A free sample of this report, sent to your email address.</p>
        <LeadFormIsland
          kind="sample"
          id="contents"
          reportCode={report.code}
          countries={countries}
        />
      </section>
    </section>
  );
}

/** The lists of tables and figures stand behind the chapters. */
const listChapters = ({ contents, tableTitles, figureTitles }: Report): ContentsEntry[] => [
  ...contents,
  ...(
    [
      ['List of tables', tableTitles],
      ['List of figures', figureTitles],
    ] as const
  ).flatMap(([title, entries]) =>
    entries.length === 0 ? [] : [{ title, children: entries.map((entry) => ({ title: entry })) }],
  ),
];

type RowCounts = ReadonlyMap<string, number>;

/** The rows of each table, by its title in the contents. */
const countRows = ({ series, rankings }: Figures): RowCounts =>
  new Map([
    ...series.map(({ label, unit, points }) => [`${label} (${unit})`, points.length] as const),
    ...rankings.map(({ label, year, rows }) => [`${label}, ${year}`, rows.length] as const),
  ]);

function Chapter({
  chapter: { title, children = [] },
  isOpen,
  rowCounts,
}: {
  chapter: ContentsEntry;
  isOpen: boolean;
  rowCounts: RowCounts;
}) {
  if (children.length === 0) return <li className="toc-title">{title}</li>;
  return (
    <li>
      <details open={isOpen}>
        <summary className="toc-title">{title}</summary>
        <Entries entries={children} rowCounts={rowCounts} />
      </details>
    </li>
  );
}

function Entries({
  entries,
  rowCounts,
}: {
  entries: readonly ContentsEntry[];
  rowCounts: RowCounts;
}) {
  return (
    <ul>
      {entries.map(({ title, children = [] }) => {
        const rows = rowCounts.get(title);
        return (
          <li key={title}>
            <span className="toc-entry">
              <span>{title}</span>
              {rows !== undefined && <span>{formatNumber(rows)} rows</span>}
            </span>
            {children.length > 0 && <Entries entries={children} rowCounts={rowCounts} />}
          </li>
        );
      })}
    </ul>
  );
}
