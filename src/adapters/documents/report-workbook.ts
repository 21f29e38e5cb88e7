import writeXlsxFile, { type SheetData } from 'write-excel-file/node';
import { findWeakestStatus } from '#core/catalogue/drawing/chart-table.model.ts';
import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { ReportDocument } from '#core/catalogue/reports/report-document.model.ts';
import { type Stamp, formatStamp } from '#core/orders/delivery/stamp.model.ts';
import escapeHtml from 'escape-html';

type Cell = SheetData[number][number];
type Sheet = { readonly name: string; readonly widths: readonly number[]; readonly rows: Cell[][] };

/** Text is text, whatever it begins with: never a formula. */
const textCell = (value: string): Cell => ({ value, type: String });
const headerCell = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' });
const numberCell = (value: number | undefined): Cell =>
  value === undefined ? null : { value, type: Number };

/**
 * A report's workbook: about, key figures, every series and ranking with exact numbers, sources.
 * With a stamp its first sheet and its properties name the buyer.
 */
export async function renderReportWorkbook(
  document: ReportDocument,
  stamp?: Stamp,
): Promise<Uint8Array> {
  const sheets: Sheet[] = [
    ...(stamp ? [licenceSheet(stamp)] : []),
    aboutSheet(document),
    ...(document.keyFigures.length > 0 ? [keyFiguresSheet(document)] : []),
    ...(document.figures.series.length > 0 ? [seriesSheet(document)] : []),
    ...document.figures.rankings.map((ranking, i) => rankingSheet(document, ranking, i)),
    ...(document.sources.length > 0 ? [sourcesSheet(document)] : []),
  ];
  const properties = createWorkbookProperties(document.title, document.publisher, stamp);
  const workbook = writeXlsxFile(
    sheets.map(({ name, rows, widths }) => ({
      sheet: name,
      data: rows,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
    { features: [properties] },
  );
  return new Uint8Array(await workbook.toBuffer());
}

const licenceSheet = (stamp: Stamp): Sheet => ({
  name: 'Licence',
  widths: [18, 90],
  rows: [
    [headerCell('Licensed to'), textCell(stamp.buyer)],
    [headerCell('Company'), textCell(stamp.company)],
    [headerCell('Licence'), textCell(stamp.licence)],
    [headerCell('Order'), textCell(stamp.order)],
    [headerCell('Date'), textCell(stamp.date)],
    [headerCell(''), textCell(copyNotice)],
  ],
});

const copyNotice =
  'This copy was made for the buyer named above. Passing on the file is not part of the licence.';

function aboutSheet(document: ReportDocument): Sheet {
  const { title, shortDescription, code, edition, publishedOn, publisher, website } = document;
  return {
    name: 'About',
    widths: [18, 90],
    rows: [
      [headerCell('Report'), textCell(title)],
      [headerCell('Code'), textCell(code)],
      [headerCell('Edition'), textCell(`${edition}, ${formatDay(publishedOn)}`)],
      [headerCell('Publisher'), textCell(`${publisher}, ${website}`)],
      ...(shortDescription === '' ? [] : [[headerCell('About'), textCell(shortDescription)]]),
    ],
  };
}

const keyFiguresSheet = ({ keyFigures }: ReportDocument): Sheet => ({
  name: 'Key figures',
  widths: [34, 34, 26, 18],
  rows: [
    ['Figure', 'Value', 'Years', 'Made by'].map(headerCell),
    ...keyFigures.map(({ label, value, years = '', isComputed }) =>
      [label, value, years, isComputed ? 'our calculation' : 'source'].map(textCell),
    ),
  ],
});

/** "United States Geological Survey, Mineral Commodity Summaries" by the id of a source. */
const nameSource = ({ sources }: ReportDocument, id: string): string =>
  sources.find((source) => source.id === id)?.name ?? id;

/** One row a year, one column a series; the last one says which years the source only estimates. */
function seriesSheet(document: ReportDocument): Sheet {
  const { series } = document.figures;
  const allYears = series.flatMap(({ points }) => points.map(([year]) => year));
  const years = [...new Set(allYears)].toSorted((a, b) => a - b);
  const valuesByYear = series.map(({ points }) => new Map(points));
  return {
    name: 'Series',
    widths: [10, ...series.map(() => 28), 14],
    rows: [
      ['Year', ...series.map(({ label }) => label), "Source's status"].map(headerCell),
      [
        headerCell(''),
        ...series.map(({ unit, place, source }) =>
          textCell(`${unit}, ${place}, ${nameSource(document, source)}`),
        ),
      ],
      ...years.map((year): Cell[] => [
        numberCell(year),
        ...valuesByYear.map((values) => numberCell(values.get(year))),
        textCell(findWeakestStatus(series, year) ?? ''),
      ]),
    ],
  };
}

function rankingSheet(document: ReportDocument, ranking: Ranking, index: number): Sheet {
  const { rows, unit, year, spanYears, label, total, source } = ranking;
  const earlierYear = spanYears ? String(year - spanYears) : '';
  return {
    name: `Ranking ${index + 1}`,
    widths: [40, 20, 20, 14],
    rows: [
      [
        `${label} (${nameSource(document, source)})`,
        `${year}, ${unit}`,
        earlierYear,
        total ? 'Share' : '',
      ].map(headerCell),
      ...rows.map(({ name, value, before }): Cell[] => [
        textCell(name),
        numberCell(value),
        numberCell(before),
        numberCell(total ? value / total : undefined),
      ]),
    ],
  };
}

const sourcesSheet = ({ sources }: ReportDocument): Sheet => ({
  name: 'Sources',
  widths: [36, 60, 40, 90],
  rows: [
    ['Source', 'Publisher', 'Vintage', 'Attribution and licence'].map(headerCell),
    ...sources.map(({ name, publisher, vintage, attribution, licence }) =>
      [name, publisher, vintage, `${attribution} ${licence}.`].map(textCell),
    ),
  ],
});

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const corePropertiesType = 'application/vnd.openxmlformats-package.core-properties+xml';

/**
 * A feature of write-excel-file that adds the core properties of an OOXML package (ECMA-376 part 2,
 * section 11): title, publisher, and whose copy it is.
 */
function createWorkbookProperties(title: string, publisher: string, stamp: Stamp | undefined) {
  const relationshipType = `${packageNamespace}/relationships/metadata/core-properties`;
  const contentType = emptyElement('Override', {
    PartName: '/docProps/core.xml',
    ContentType: corePropertiesType,
  });
  const relationship = emptyElement('Relationship', {
    Id: 'rIdCore',
    Type: relationshipType,
    Target: 'docProps/core.xml',
  });
  const core = renderCoreProperties(title, publisher, stamp);
  return {
    files: {
      transform: {
        '[Content_Types].xml': { insert: () => contentType },
        '_rels/.rels': { insert: () => relationship },
      },
      write: { files: () => ({ 'docProps/core.xml': core }) },
    },
  };
}

function renderCoreProperties(title: string, publisher: string, stamp: Stamp | undefined): string {
  const copy = stamp
    ? element('dc:description', formatStamp(stamp)) + element('cp:keywords', stamp.order)
    : '';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/">\
${element('dc:title', title)}${element('dc:creator', publisher)}${copy}</cp:coreProperties>`;
}

const emptyElement = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}/>`;

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** XML 1.0 has no control characters, not even escaped: they are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));
