import writeXlsxFile from 'write-excel-file/node';
import type { Stamp } from '#core/orders/papers.model.ts';
import type { ReportDocument } from '#core/catalogue/document.model.ts';
import { properties } from './properties.ts';

type Cell = {
  readonly value: string | number;
  readonly type: StringConstructor | NumberConstructor;
  readonly fontWeight?: 'bold';
} | null;

const text = (value: string): Cell => ({ value, type: String });
const head = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' });
const number = (value: number | undefined): Cell =>
  value === undefined ? null : { value, type: Number };

/** A report's workbook: about, key figures, every series and ranking with true numbers, sources. Text is never a formula. */
export async function printWorkbook(
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
              [head('Licensed to'), text(stamp.buyer)],
              [head('Company'), text(stamp.company)],
              [head('Licence'), text(stamp.licence)],
              [head('Order'), text(stamp.order)],
              [head('Date'), text(stamp.date)],
              [
                head(''),
                text(
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
        [head('Report'), text(report.title)],
        [head('Code'), text(code)],
        [head('Edition'), text(`${edition}, ${publishedOn}`)],
        [head('Publisher'), text(`${publisher}, ${website}`)],
        ...report.method.map((line, i): Cell[] => [head(i === 0 ? 'Method' : ''), text(line)]),
      ],
    },
    {
      name: 'Key figures',
      widths: [34, 34, 26, 18],
      rows: [
        ['Figure', 'Value', 'Years', 'Made by'].map(head),
        ...report.keyFigures.map(({ label, value, years: when, computed }) => [
          text(label),
          text(value),
          text(when),
          text(computed ? 'our calculation' : 'source'),
        ]),
      ],
    },
    {
      name: 'Series',
      widths: [10, ...figures.series.map(() => 28)],
      rows: [
        [head('Year'), ...figures.series.map(({ label }) => head(label))],
        [head(''), ...figures.series.map(({ unit, place }) => text(`${unit}, ${place}`))],
        ...years.map((year): Cell[] => [
          number(year),
          ...bySeries.map((values) => number(values.get(year))),
        ]),
      ],
    },
    ...figures.rankings.map(({ rows, unit, year, spanYears, label, total }, i) => ({
      name: `Ranking ${i + 1}`,
      widths: [40, 20, 20, 14],
      rows: [
        [
          head(label),
          head(`${year}, ${unit}`),
          head(spanYears ? String(year - spanYears) : ''),
          head(total ? 'Share' : ''),
        ],
        ...rows.map(({ name, value, before }): Cell[] => [
          text(name),
          number(value),
          number(before),
          number(total ? value / total : undefined),
        ]),
      ],
    })),
    {
      name: 'Sources',
      widths: [36, 60, 40, 90],
      rows: [
        ['Source', 'Publisher', 'Vintage', 'Attribution and licence'].map(head),
        ...sources.map(({ name, publisher: by, vintage, attribution, licence }) => [
          text(name),
          text(by),
          text(vintage),
          text(`${attribution} ${licence}.`),
        ]),
      ],
    },
  ];
  const made = writeXlsxFile(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      data: rows as never,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
    { features: [properties(report.title, publisher, stamp)] } as object,
  );
  return new Uint8Array(await made.toBuffer());
}
