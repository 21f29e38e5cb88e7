import { findYearStatus } from '#core/catalogue/drawing/chart-table.model.ts';
import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import type { PdfBuilder } from './pdf-builder.ts';

/** A series as a table: year, value, and the change on the year before. */
export function addSeriesTable(builder: PdfBuilder, series: Series, attribution: string): void {
  const { points, place, note } = series;
  builder.addRow([
    { text: 'Year', x: 0, width: 80, font: 'bold' },
    { text: place, x: 100, width: 160, alignRight: true, font: 'bold' },
    { text: 'Change on the year before', x: 280, width: 180, alignRight: true, font: 'bold' },
  ]);
  points.forEach(([year, value], i) => {
    const status = findYearStatus(series, year);
    const [yearBefore, valueBefore = 0] = points[i - 1] ?? [];
    const hasChange = yearBefore === year - 1 && valueBefore > 0;
    const change = hasChange ? `${((value / valueBefore - 1) * 100).toFixed(1)} %` : '';
    builder.addRow([
      { text: `${year}${status ? ` (${status})` : ''}`, x: 0, width: 100 },
      { text: value.toLocaleString('en-US'), x: 100, width: 160, alignRight: true },
      { text: change, x: 280, width: 180, alignRight: true },
    ]);
  });
  builder.addSpace(4);
  addTableNote(builder, `${attribution} Changes are our calculation. ${note ?? ''}`.trim());
}

/** A ranking as a table: name, value, the value some years earlier, and the share of the whole. */
export function addRankingTable(builder: PdfBuilder, ranking: Ranking, attribution: string): void {
  const { rows, unit, year, spanYears, total, note } = ranking;
  const earlierYear = spanYears ? String(year - spanYears) : '';
  builder.addRow([
    { text: unit, x: 0, width: 220, font: 'bold' },
    { text: String(year), x: 220, width: 90, alignRight: true, font: 'bold' },
    { text: earlierYear, x: 310, width: 90, alignRight: true, font: 'bold' },
    { text: total ? 'Share' : '', x: 400, width: 70, alignRight: true, font: 'bold' },
  ]);
  for (const { name, value, before } of rows) {
    const share = total ? `${((value / total) * 100).toFixed(1)} %` : '';
    builder.addRow([
      { text: name, x: 0, width: 220 },
      { text: value.toLocaleString('en-US'), x: 220, width: 90, alignRight: true },
      { text: before?.toLocaleString('en-US') ?? '', x: 310, width: 90, alignRight: true },
      { text: share, x: 400, width: 70, alignRight: true },
    ]);
  }
  builder.addSpace(4);
  addTableNote(builder, `${attribution} ${note ?? ''}`.trim());
}

const addTableNote = (builder: PdfBuilder, text: string): void =>
  builder.addText(text, 8.5, { colour: 'muted', gap: 20 });
