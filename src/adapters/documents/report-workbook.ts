import type { Stamp } from '#core/orders/delivery/stamp.model.ts';
import writeXlsxFile from 'write-excel-file/node';

import type { ReportDocument } from '#core/catalogue/report-document.model.ts';
import { createWorkbookProperties } from './workbook-properties.ts';

type Cell = {
  readonly value: string | number;
  readonly type: StringConstructor | NumberConstructor;
  readonly fontWeight?: 'bold';
} | null;

const textCell = (value: string): Cell => ({ value, type: String });
const headerCell = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' });
const numberCell = (value: number | undefined): Cell =>
  value === undefined ? null : { value, type: Number };

/** A report's workbook: about, key figures, every series and ranking with true numbers, sources. Text is never a formula. */
export async function renderReportWorkbook(
  {
    publisher,
    website,
    code,
    edition,
    publishedOn,
    text: report,
    figures,
    sources,
  }: ReportDocument,
  stamp?: Stamp,
): Promise<Uint8Array> {
  const years = [
    ...new Set(figures.series.flatMap(({ points }) => points.map(([year]) => year))),
  ].toSorted((a, b) => a - b);
  const bySeries = figures.series.map(({ points }) => new Map(points));
  const sheets: { name: string; rows: Cell[][]; widths: number[] }[] = [
    ...(stamp
      ? [
          {
            name: 'Licence',
            widths: [18, 90],
            rows: [
              [headerCell('Licensed to'), textCell(stamp.buyer)],
              [headerCell('Company'), textCell(stamp.company)],
              [headerCell('Licence'), textCell(stamp.licence)],
              [headerCell('Order'), textCell(stamp.order)],
              [headerCell('Date'), textCell(stamp.date)],
              [
                headerCell(''),
                textCell(
                  'This copy was made for the buyer named above. Passing on the file is not part of the licence.',
                ),
              ],
            ],
          },
        ]
      : []),
    {
      name: 'About',
      widths: [18, 90],
      rows: [
        [headerCell('Report'), textCell(report.title)],
        [headerCell('Code'), textCell(code)],
        [headerCell('Edition'), textCell(`${edition}, ${publishedOn}`)],
        [headerCell('Publisher'), textCell(`${publisher}, ${website}`)],
        ...report.method.map((line, i): Cell[] => [
          headerCell(i === 0 ? 'Method' : ''),
          textCell(line),
        ]),
      ],
    },
    {
      name: 'Key figures',
      widths: [34, 34, 26, 18],
      rows: [
        ['Figure', 'Value', 'Years', 'Made by'].map(headerCell),
        ...report.keyFigures.map(({ label, value, years: when, computed }) => [
          textCell(label),
          textCell(value),
          textCell(when),
          textCell(computed ? 'our calculation' : 'source'),
        ]),
      ],
    },
    {
      name: 'Series',
      widths: [10, ...figures.series.map(() => 28)],
      rows: [
        [headerCell('Year'), ...figures.series.map(({ label }) => headerCell(label))],
        [headerCell(''), ...figures.series.map(({ unit, place }) => textCell(`${unit}, ${place}`))],
        ...years.map((year): Cell[] => [
          numberCell(year),
          ...bySeries.map((values) => numberCell(values.get(year))),
        ]),
      ],
    },
    ...figures.rankings.map(({ rows, unit, year, spanYears, label, total }, i) => ({
      name: `Ranking ${i + 1}`,
      widths: [40, 20, 20, 14],
      rows: [
        [
          headerCell(label),
          headerCell(`${year}, ${unit}`),
          headerCell(spanYears ? String(year - spanYears) : ''),
          headerCell(total ? 'Share' : ''),
        ],
        ...rows.map(({ name, value, before }): Cell[] => [
          textCell(name),
          numberCell(value),
          numberCell(before),
          numberCell(total ? value / total : undefined),
        ]),
      ],
    })),
    {
      name: 'Sources',
      widths: [36, 60, 40, 90],
      rows: [
        ['Source', 'Publisher', 'Vintage', 'Attribution and licence'].map(headerCell),
        ...sources.map(({ name, publisher: by, vintage, attribution, licence }) => [
          textCell(name),
          textCell(by),
          textCell(vintage),
          textCell(`${attribution} ${licence}.`),
        ]),
      ],
    },
  ];
  const workbook = writeXlsxFile(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      data: rows as never,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
    { features: [createWorkbookProperties(report.title, publisher, stamp)] } as object,
  );
  return new Uint8Array(await workbook.toBuffer());
}
