import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import { pickLargest, roundSignificant } from './importer.ts';

type Cells = ReadonlyMap<string, number>;

/** The rows of both tables, by the code of the commodity. */
export type SupplyAndUse = {
  readonly supply: ReadonlyMap<string, Cells>;
  readonly use: ReadonlyMap<string, Cells>;
};

/** The benchmark tables of 2017 before redefinitions, in USD million. */
export const readSupplyAndUse = (folder: string): SupplyAndUse => ({
  supply: readTable(folder, 'BEA_Detail_Supply_2017.csv'),
  use: readTable(folder, 'BEA_Detail_Use_SUT_2017.csv'),
});

function readTable(folder: string, file: string): Map<string, Cells> {
  const text = readFileSync(path.join(folder, 'bea_industry', file), 'utf8');
  const [header = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', '').split(','));
  return new Map(
    rows.map(([code = '', ...cells]) => [
      code,
      new Map(cells.map((cell, i) => [header[i + 1] ?? '', Number(cell) || 0])),
    ]),
  );
}

/** Rows of the supply table that are no output: what a product costs its buyer beyond that. */
const supplyParts: Readonly<Record<string, readonly string[]>> = {
  'Domestic output': ['T007'],
  Imports: ['MCIF', 'MADJ'],
  'Wholesale and retail margins': ['TRADE'],
  'Transport costs': ['TRANS'],
  'Duties and taxes, less subsidies': ['T015'],
};
const buyerParts: Readonly<Record<string, readonly string[]>> = {
  'Industries (as an input)': ['T001'],
  Households: ['F01000'],
  'Investment by businesses and home owners': ['F02E00', 'F02N00', 'F02R00', 'F02S00'],
  'Federal government': [
    'F06C00',
    'F06E00',
    'F06N00',
    'F06S00',
    'F07C00',
    'F07E00',
    'F07N00',
    'F07S00',
  ],
  'State and local government': ['F10C00', 'F10E00', 'F10N00', 'F10S00'],
  'Added to inventories': ['F03000'],
};
/** Product output outside these multiples of the industry's output counts something else. */
const comparableOutput = { min: 1 / 3, max: 2 };

/**
 * Where the supply of a product came from and who in the United States bought it in 2017, both at
 * purchasers' prices. The total of the buyers is the market: output + imports - exports. Empty for
 * trade and transport, whose output the tables book as margins of other products, and if the
 * product's output is far from that of the industry.
 */
export function buildMarketRankings(
  { supply, use }: SupplyAndUse,
  code: string,
  industryOutput: number,
): Ranking[] {
  const [supplied, used] = [supply.get(code), use.get(code)];
  if (!supplied || !used) return [];
  const sumOf = (cells: Cells, columns: readonly string[]): number =>
    columns.reduce((sum, column) => sum + (cells.get(column) ?? 0), 0);
  const outputRatio = sumOf(supplied, ['T007']) / industryOutput;
  const isComparable = outputRatio >= comparableOutput.min && outputRatio <= comparableOutput.max;
  const isMargin = sumOf(supplied, ['TRADE']) < 0 || sumOf(supplied, ['TRANS']) < 0;
  if (!isComparable || isMargin) return [];
  const build = (
    head: Pick<Ranking, 'id' | 'label' | 'note'>,
    cells: Cells,
    { parts, total }: { parts: Readonly<Record<string, readonly string[]>>; total: number },
  ): Ranking => ({
    ...head,
    measure: 'value',
    unit: 'USD million',
    year: 2017,
    source: 'bea',
    rows: pickLargest(
      Object.entries(parts).map(([name, columns]) => ({ name, value: sumOf(cells, columns) })),
    ),
    total: roundSignificant(total),
  });
  const totalSupply = sumOf(supplied, ['T016']);
  const exports = sumOf(used, ['F04000']);
  return [
    build(marketHead, used, { parts: buyerParts, total: totalSupply - exports }),
    build(supplyHead, supplied, { parts: supplyParts, total: totalSupply }),
  ];
}

const marketHead = {
  id: 'market',
  label: "U.S. market by buyer, at purchasers' prices",
  note:
    'From the benchmark Supply and Use tables of 2017, which count the product, whoever makes ' +
    'it. The market is output plus imports less exports; where inventories fell, their change ' +
    'is in the total alone.',
};
const supplyHead = {
  id: 'supply',
  label: "U.S. supply by origin, at purchasers' prices",
  note:
    'From the benchmark Supply and Use tables of 2017, which count the product, whoever makes ' +
    'it. Margins, transport and taxes are what buyers pay beyond the price of the producer or ' +
    'importer. Exports are part of the supply.',
};
