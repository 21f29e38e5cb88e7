import { drawBarChart, drawLineChart } from '#core/catalogue/charts.model.ts';
import type { Figures, Ranking, Series, Source } from '#core/catalogue/figures.model.ts';
import { SvgDrawing } from './svg-drawing.tsx';
import { formatNumber } from './format.ts';

/** A series or ranking: title, chart, source and a table of numbers. Nothing for an unknown id. */
export function Chart({
  id,
  figures,
  sources,
}: {
  id: string;
  figures: Figures;
  sources: readonly Source[];
}) {
  const series = figures.series.find((candidate) => candidate.id === id);
  const ranking = figures.rankings.find((candidate) => candidate.id === id);
  const shown = series ?? ranking;
  if (!shown) return null;
  const source = sources.find((candidate) => candidate.id === shown.source);
  return (
    <figure className="mt-6">
      <figcaption className="mb-3 font-semibold">
        {series ? `${series.label}, ${series.place}` : `${shown.label}, ${ranking?.year}`}
      </figcaption>
      <div
        className="sheet overflow-x-auto p-4"
        tabIndex={0}
        role="group"
        aria-label={`Chart: ${shown.label}`}
      >
        <div className="min-w-[480px]">
          <SvgDrawing drawing={series ? drawLineChart(series) : drawBarChart(ranking as Ranking)} />
        </div>
      </div>
      <p className="label mt-2">
        {source?.attribution}
        {series?.estimatedFrom
          ? ` Dashed: the source's own estimates from ${series.estimatedFrom}.`
          : ''}
        {shown.note ? ` ${shown.note}` : ''}
      </p>
      <details className="mt-1 text-[14px]">
        <summary className="link inline-block py-1">Show the numbers</summary>
        {series ? <SeriesTable series={series} /> : <RankingTable ranking={ranking as Ranking} />}
      </details>
    </figure>
  );
}

function SeriesTable({ series }: { series: Series }) {
  return (
    <div
      className="max-h-80 overflow-y-auto"
      tabIndex={0}
      role="group"
      aria-label={`Values of ${series.label}`}
    >
      <table className="w-full max-w-[360px] text-left">
        <thead>
          <tr>
            <th scope="col" className="py-1">
              Year
            </th>
            <th scope="col" className="text-right">
              {series.unit}
            </th>
          </tr>
        </thead>
        {/* The rows as one string of HTML: a thousand React elements less on a page. */}
        <tbody
          className="numbers"
          dangerouslySetInnerHTML={{
            __html: series.points
              .map(([year, value]) => `<tr><td>${year}</td><td>${formatNumber(value)}</td></tr>`)
              .join(''),
          }}
        />
      </table>
    </div>
  );
}

function RankingTable({ ranking: { rows, unit, year, spanYears } }: { ranking: Ranking }) {
  return (
    <table className="w-full max-w-[560px] text-left">
      <thead>
        <tr>
          <th scope="col" className="py-1">
            Name
          </th>
          <th scope="col" className="text-right">
            {year}, {unit}
          </th>
          {spanYears && (
            <th scope="col" className="text-right">
              {year - spanYears}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, before }) => (
          <tr key={name} className="border-t border-rule">
            <td className="py-0.5">{name}</td>
            <td className="text-right">{formatNumber(value)}</td>
            {spanYears && (
              <td className="text-right">{before === undefined ? '–' : formatNumber(before)}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
