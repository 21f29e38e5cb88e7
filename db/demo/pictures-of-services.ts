import { listLicencePrices } from './licence-prices.ts';
import {
  colours,
  findRanking,
  findSeries,
  lineTo,
  readDemoFigures,
  rect,
  svgFile,
  text,
} from './svg-file.ts';

const { ink, paper, muted, rule, accent, blush, blue } = colours;
const width = 600;
const lithium = readDemoFigures('battery-and-critical-minerals', 'usgs:lithi');
const number = (value: number): string => value.toLocaleString('en-US');

/** Draws the deliveries of each service, 600 wide. */
export const drawServices = (): Record<string, string> => ({
  'services/syndicated-reports.svg': drawReports(),
  'services/data-sheets.svg': drawTable('lithium.xlsx, sheet of annual series', dataSheetRows()),
  'services/tailored-tables.svg': drawTable('Cut to one question: how long do reserves last?', [
    ['Country', 'Mined 2023, t', 'Reserves, t', 'Years'],
    ...listReserveYears(),
  ]),
  'services/method-reviews.svg': drawReview(),
  'services/briefings.svg': drawBriefing(),
  'services/licences-for-teams.svg': drawLicences(),
  'services/reseller-programme.svg': drawResellers(),
});

function dataSheetRows(): string[][] {
  const columns = ['imports-t', 'exports-t', 'price-dt'].map(
    (id) => findSeries(lithium, id).points,
  );
  const rows = (columns[0] ?? [])
    .slice(-5)
    .map(([year]) => [
      String(year),
      ...columns.map((points) => number(points.find(([at]) => at === year)?.[1] ?? 0)),
    ]);
  return [['Year', 'U.S. imports, t', 'U.S. exports, t', 'Price, USD/t'], ...rows];
}

function listReserveYears(): string[][] {
  const reserves = findRanking(lithium, 'reserves-lithium-content').rows;
  return findRanking(lithium, 'production-lithium-content')
    .rows.slice(0, 5)
    .map(({ name, value }) => {
      const reserve = reserves.find((row) => row.name === name)?.value ?? 0;
      return [name, number(value), number(reserve), number(Math.round(reserve / value))];
    });
}

function drawTable(caption: string, rows: readonly (readonly string[])[]): string {
  const ends = [20, 290, 450, 585];
  const isYears = rows[0]?.[3] === 'Years';
  const cells = rows.map((row, r) => {
    const y = 36 + r * 44;
    const fill = r === 0 ? ink : paper;
    const last = isYears ? rect([470, y, 130, 44], r === 0 ? accent : blush) : '';
    return (
      rect([0, y, width, 44], fill, rule) +
      last +
      row
        .map((cell, c) =>
          text(ends[c] ?? 0, y + 28, cell, {
            fill: r === 0 ? paper : ink,
            bold: r === 0 || (isYears && c === 3),
            anchor: c === 0 ? 'start' : 'end',
          }),
        )
        .join('')
    );
  });
  return svgFile(
    width,
    302,
    caption,
    text(0, 20, caption, { size: 15, fill: muted }) + cells.join(''),
  );
}

function drawReports(): string {
  const cover = (x: number, colour: string, title: readonly string[], drawing: string): string =>
    rect([x, 0, 176, 250], paper, rule) +
    rect([x, 0, 176, 8], colour) +
    title
      .map((line, i) => text(x + 14, 48 + i * 24, line, { size: 19, bold: true, serif: true }))
      .join('') +
    drawing +
    rect([x, 220, 176, 30], colour);
  const bars = findRanking(lithium, 'production-lithium-content')
    .rows.slice(0, 6)
    .map(({ value }, i) => rect([438, 120 + i * 15, (value / 86000) * 146, 10], accent))
    .join('');
  const imports = findSeries(lithium, 'price-dt').points;
  const steps = imports.map(([, value], i) => `${14 + i * 29},${210 - value / 700}`).join(' L');
  const contents = ['Key figures', 'Segmentation', 'Prices', 'Rankings', 'Outlook'];
  const inside = contents
    .map(
      (line, i) =>
        text(230, 84 + i * 34, line, { size: 16 }) + lineTo(`M230 ${94 + i * 34}H370`, rule),
    )
    .join('');
  return svgFile(
    width,
    250,
    'Two reports and what is inside',
    cover(0, blue, ['Lithium', 'Prices'], lineTo(`M${steps}`, blue, 3)) +
      rect([212, 0, 176, 250], paper, rule) +
      text(230, 44, 'What is inside', { size: 19, bold: true, serif: true }) +
      inside +
      cover(424, accent, ['Lithium', 'Supply'], bars),
  );
}

function drawReview(): string {
  const wave = (x: number, y: number, length: number): string =>
    lineTo(`M${x} ${y}${'q4 -5 8 0t8 0'.repeat(Math.round(length / 16))}`, accent, 1.5);
  const lines = [
    '“The market will reach',
    '$9.4 billion by 2030,',
    'growing at 11.2 % a year,',
    'driven by rising demand.”',
  ];
  const notes = ['1  No source is named.', '2  The first year is missing.', '3  Demand of what?'];
  return svgFile(
    width,
    250,
    'A reviewed claim, an example',
    lines.map((line, i) => text(0, 34 + i * 38, line, { size: 24, serif: true })).join('') +
      wave(0, 82, 128) +
      wave(135, 120, 64) +
      wave(117, 158, 160) +
      notes.map((note, i) => text(330, 34 + i * 44, note, { size: 17, bold: true })).join('') +
      text(0, 230, 'An example, not a client’s paper', { size: 15, fill: muted }),
  );
}

function drawBriefing(): string {
  const parts = [
    [0, '0′', 'How the numbers', 'were made'],
    [170, '15′', 'What moved', 'them'],
    [325, '35′', 'What they', 'cannot tell'],
    [480, '50′', 'Your', 'questions'],
  ] as const;
  return svgFile(
    width,
    130,
    'The sixty minutes of a briefing',
    lineTo(`M0 11H${width}`, ink, 2) +
      parts
        .map(
          ([x, minute, ...lines]) =>
            lineTo(`M${x + 1} 11V120`, ink, 1.5) +
            text(x + 12, 44, minute, { size: 20, bold: true, serif: true }) +
            lines.map((line, i) => text(x + 12, 74 + i * 24, line, { size: 16 })).join(''),
        )
        .join(''),
  );
}

function drawLicences(): string {
  const rows = [
    ['one named reader', 1],
    ['up to five readers', 5],
    ['everybody in one company', 44],
  ] as const;
  const prices = listLicencePrices();
  return svgFile(
    width,
    282,
    'Readers and prices of the three licences',
    rows
      .map(([readers, count], r) => {
        const { label = '', shown = '' } = prices[r] ?? {};
        const y = r * 82;
        const dots = Array.from({ length: count }, (_, i) => {
          const x = 222 + (i % 22) * 13.5;
          return `<circle cx="${x}" cy="${y + 34 + Math.floor(i / 22) * 16}" r="5" fill="${ink}"/>`;
        });
        return (
          text(0, y + 32, label, { size: 18, bold: true }) +
          text(width, y + 46, shown, { size: 18, bold: true, anchor: 'end' }) +
          text(0, y + 56, readers, { size: 15, fill: muted }) +
          dots.join('') +
          lineTo(`M0 ${y + 76}H${width}`, rule)
        );
      })
      .join('') + text(0, 276, 'Prices of the report on lithium', { size: 15, fill: muted }),
  );
}

function drawResellers(): string {
  const box = (x: number, w: number, words: string): string =>
    rect([x, 20, w, 60], paper, ink) +
    text(x + w / 2, 56, words, { size: 18, anchor: 'middle', bold: true, serif: true });
  const arrow = (x: number, to: number): string =>
    lineTo(`M${x} 50H${to - 8}`, ink, 1.5) +
    `<path d="M${to - 10} 45L${to} 50L${to - 10} 55z" fill="${ink}"/>`;
  return svgFile(
    width,
    100,
    'From the publisher over a library or portal to the reader',
    box(1, 130, 'Publisher') +
      arrow(131, 206) +
      box(206, 190, 'Library or portal') +
      arrow(396, 478) +
      box(478, 121, 'Reader'),
  );
}
