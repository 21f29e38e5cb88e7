import { listForecastRows, listSeriesRows } from '#core/catalogue/drawing/chart-table.model.ts';
import type { Chart } from '#core/catalogue/drawing/charts.model.ts';
import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import { formatNumber } from './format.ts';

/** As the note below the chart explains them. */
const yearMarks = { estimate: 'e', projection: 'p' } as const;

/** The numbers of a chart as a table, in the source's own unit. */
export function ChartNumbers({ chart }: { chart: Chart }) {
  return chart.kind === 'bars' ? (
    <RankingTable ranking={chart.ranking} />
  ) : (
    <SeriesTable chart={chart} />
  );
}

function SeriesTable({ chart }: { chart: Chart & { kind: 'lines' } }) {
  const { series } = chart;
  const [main] = series;
  const rows = listSeriesRows(series);
  return (
    <div
      className="chart-scroll"
      tabIndex={0}
      role="group"
      aria-label={`Values: ${series.map(({ label }) => label).join(', ')}`}
    >
      <table className="chart-numbers">
        <caption className="sr-only">
          {main.place}, {main.unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {series.map(({ id, label, unit }) => (
              <th scope="col" key={id}>
                {label}, {unit}
              </th>
            ))}
          </tr>
        </thead>
        {/* The rows as one string of HTML: a thousand React elements less on a page. */}
        <tbody
          dangerouslySetInnerHTML={{
            __html: rows
              .map(({ year, status, values, printed }) => {
                const cells = values.map(
                  (value, i) =>
                    `<td data-value="${printed[i]}">${value === undefined ? '–' : formatNumber(value)}</td>`,
                );
                return `<tr><th scope="row">${year}${status ? yearMarks[status] : ''}</th>${cells.join('')}</tr>`;
              })
              .concat(
                listForecastRows(chart).map(
                  ({ year, value, printed }) =>
                    `<tr><th scope="row">${year}f</th><td data-value="${printed}">${formatNumber(value)}</td></tr>`,
                ),
              )
              .join(''),
          }}
        />
      </table>
    </div>
  );
}

function RankingTable({ ranking: { label, rows, unit, year, spanYears } }: { ranking: Ranking }) {
  return (
    <table className="chart-numbers">
      <caption className="sr-only">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">
            {year}, {unit}
          </th>
          {spanYears && <th scope="col">{year - spanYears}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, before }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{formatNumber(value)}</td>
            {spanYears && <td>{before === undefined ? '–' : formatNumber(before)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
