import type { Ranking } from '#core/catalogue/figures/figures.model.ts';
import { readCsv } from '../importers/importer.ts';
import type { RawRanking, RawReader, RawSeries } from './audit-figures.ts';

type Row = Record<string, string>;

const firstYear = 1997;
const lastYear = 2023;
/** The tables hold whole millions, so that their sums differ by a few. */
const roundingUsdMillion = 3;

/** The sum of the cells whose columns match; columns that don't exist are none. */
const sumCells = (row: Row, columns: RegExp): number =>
  Object.entries(row)
    .filter(([column]) => columns.test(column))
    .reduce((sum, [, cell]) => sum + Number(cell), 0);

/** Which columns of the use table each buyer of a market sums. */
const buyerColumns: Readonly<Record<string, RegExp>> = {
  'Industries (as an input)': /^T001$/,
  Households: /^F010/,
  'Investment by businesses and home owners': /^F02/,
  'Added to inventories': /^F03/,
  'Federal government': /^F0[67]/,
  'State and local government': /^F10/,
};
const supplyColumns: Readonly<Record<string, RegExp>> = {
  'Domestic output': /^T007$/,
  Imports: /^(MCIF|MADJ)$/,
  'Wholesale and retail margins': /^TRADE$/,
  'Transport costs': /^TRANS$/,
  'Duties and taxes, less subsidies': /^(MDTY|TOP|SUB)$/,
};

/** Gross output, price indexes, and the Supply and Use tables of 2017. */
export function createBeaReader(folder: string): RawReader {
  const read = (file: string): Row[] => readCsv(folder, file);
  const outputs = read('bea_industry/detail_gross_output_1997_2023_musd.csv');
  const prices = read('bea_industry/detail_price_index_1997_2023_2017eq100.csv');
  const supplyRows = read('bea_industry/BEA_Detail_Supply_2017.csv');
  const useRows = read('bea_industry/BEA_Detail_Use_SUT_2017.csv');
  const groups = new Map(
    read('classifications/NAICS_to_BEA_Crosswalk_2017.csv').map((row) => [
      row['BEA_2017_Detail_Code'],
      row['BEA_2017_Summary_Code'],
    ]),
  );
  return (key) => {
    const findByCode = (rows: readonly Row[], column: string): Row =>
      rows.find((row) => row[column]?.trim() === key) ?? {};
    const group = outputs.filter((row) => groups.get(row['bea_code']) === groups.get(key));
    const tables = { supply: findByCode(supplyRows, ''), use: findByCode(useRows, '') };
    const output = findByCode(outputs, 'bea_code');
    const price = findByCode(prices, 'bea_code');
    return {
      findSeries: ({ id }) => findSeries(id, output, price),
      findRanking: (ranking) =>
        ranking.id === 'peers'
          ? findPeers(ranking, outputs, group)
          : findMarketRanking(ranking, tables),
    };
  };
}

function findSeries(id: string, output: Row, price: Row): RawSeries | undefined {
  const build = (label: RegExp, unit: string, valueIn: (year: string) => number): RawSeries => ({
    label,
    unit,
    place: 'United States',
    values: new Map(
      Array.from({ length: lastYear - firstYear + 1 }, (_, i) => [
        firstYear + i,
        valueIn(String(firstYear + i)),
      ]),
    ),
  });
  const outputIn = (year: string): number => Number(output[year]);
  const priceIn = (year: string): number => Number(price[year]);
  const realIn = (year: string): number => (100 * outputIn(year)) / priceIn(year);
  if (id === 'output') return build(/^Gross output$/, 'USD million', outputIn);
  if (id === 'price') return build(/^Price index/, '2017 = 100', priceIn);
  return build(/^Real output \(computed\)$/, 'million 2017 dollars', realIn);
}

function findMarketRanking(
  { id }: Ranking,
  { supply, use }: { readonly supply: Row; readonly use: Row },
): RawRanking {
  const shared = { unit: 'USD million', year: 2017, rounding: roundingUsdMillion };
  if (id === 'supply')
    return {
      ...shared,
      label: /^U\.S\. supply/,
      valueOf: (name) => sumCells(supply, supplyColumns[name] ?? /^$/),
      total: sumCells(supply, /^T016$/),
    };
  return {
    ...shared,
    label: /^U\.S\. market/,
    valueOf: (name) => sumCells(use, buyerColumns[name] ?? /^$/),
    // All uses but exports, if the importer takes exports from the supply.
    total: sumCells(use, /^(T001|F01.*|F02.*|F03.*|F06.*|F07.*|F10.*)$/),
  };
}

/**
 * The industries of a group, which may be more than the ranking lists, or the neighbours listed.
 */
function findPeers(
  { rows, label }: Ranking,
  outputs: readonly Row[],
  group: readonly Row[],
): RawRanking {
  const nameOf = (row: Row): string => row['industry_name']?.trim() ?? '';
  const listed = outputs.filter((row) => rows.some(({ name }) => name === nameOf(row)));
  const peers = label.includes('same group') ? group : listed;
  return {
    label: /^Gross output of/,
    unit: 'USD million',
    year: lastYear,
    valueOf: (name, year) => Number(peers.find((row) => nameOf(row) === name)?.[String(year)]),
    total: peers.reduce((sum, row) => sum + Number(row[String(lastYear)]), 0),
  };
}
