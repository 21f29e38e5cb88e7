import type { Report } from '#core/catalogue/model.ts';
import { formatNumber } from '#ui/format.ts';

const maxColumns = 4;
const shownYears = 8;

/** The workbook's sheet of series, drawn: its newest years. Nothing without series. */
export function WorkbookPreview({ report: { code, figures } }: { report: Report }) {
  const series = figures.series.slice(0, maxColumns);
  const years = [...new Set(series.flatMap(({ points }) => points.map(([year]) => year)))]
    .toSorted((a, b) => a - b)
    .slice(-shownYears);
  if (years.length === 0) return null;
  const sheets = [
    'Licence',
    'About',
    'Key figures',
    'Series',
    ...figures.rankings.map((_, i) => `Ranking ${i + 1}`),
  ];
  return (
    <div className="workbook" aria-hidden="true">
      <p className="workbook-name">{code}.xlsx</p>
      <div className="workbook-grid" style={{ '--columns': series.length + 1 } as object}>
        <i />
        {['A', ...series.map((_, i) => String.fromCharCode(66 + i))].map((letter) => (
          <i key={letter}>{letter}</i>
        ))}
        <i>1</i>
        <b>Year</b>
        {series.map(({ id, label }) => (
          <b key={id}>{label}</b>
        ))}
        {years.map((year, index) => [
          <i key={year}>{index + 2}</i>,
          <span key={`${year}-year`}>{year}</span>,
          ...series.map(({ id, points }) => (
            <span key={`${year}-${id}`}>
              {points.flatMap(([at, value]) => (at === year ? formatNumber(value) : []))}
            </span>
          )),
        ])}
      </div>
      <p className="workbook-sheets">
        {[...sheets.slice(0, 6), 'Sources'].map((name) => (
          <span key={name} data-open={name === 'Series' ? '' : undefined}>
            {name}
          </span>
        ))}
      </p>
    </div>
  );
}
