import { claim, fixed, roughly, thousands, type PassagesBySlug } from './audit-post.ts';
import type { DemoFacts, Place } from './facts.ts';

/** Press notes on the store itself: its prices, its catalogue and how its reports open. */
export const storePassages: PassagesBySlug = {
  'licences-in-one-sentence': listLicences,
  'market-sizes-beside-output': listMarkets,
  'store-opens-with-reports-on-thirty-industries': listCatalogue,
};

function listLicences({ reports }: DemoFacts): string[] {
  const lithium = reports.find(({ figures }) => figures.key === 'usgs:lithi');
  const { single = 0, multiple = 0, corporate = 0 } = lithium?.prices ?? {};
  const dollars = (cents: number): string => fixed(cents / 100, 0);
  return [
    'five readers',
    roughly('pay half as much again', multiple / single, 1.5),
    'up to five people',
    claim('costs half as much again', Math.abs(multiple / single - 1.5) < 0.01),
    `costs ${fixed(corporate / single)} times the first`,
    `${dollars(single)}, ${dollars(multiple)} and ${dollars(corporate)} dollars`,
    'For five readers',
    `${dollars(multiple / 5)} dollars a head`,
    claim('less than a third of five single ones', multiple < (5 * single) / 3),
  ];
}

function listMarkets({ reports, row, total }: DemoFacts): string[] {
  const market: Place = ['bea:336111', 'market'];
  const supply: Place = ['bea:336111', 'supply'];
  const billion = (place: Place, name: string): string => thousands(row(place, name));
  const withMarket = reports.filter(({ figures }) =>
    figures.rankings.some(({ id }) => id === 'market'),
  );
  const imports = row(supply, 'Imports');
  const made = row(supply, 'Domestic output');
  return [
    roughly('imports brought twice the dollars of cars', imports / made, 2),
    `${new Set(withMarket.map(({ figures }) => figures.key)).size} of the reports on American industries`,
    'in the benchmark year 2017',
    `${billion(supply, 'Domestic output')} billion dollars of what the market was supplied with, imports ${billion(supply, 'Imports')} billion, and trade margins ${billion(supply, 'Wholesale and retail margins')} billion. The market was ${thousands(total(market))} billion dollars`,
    roughly('a fifth of it', made / total(market), 0.206),
    `${billion(market, 'Investment by businesses and home owners')} billion dollars, households ${billion(market, 'Households')} billion`,
    // The bounds of importers/bea-supply-and-use.ts.
    'less than a third or more than twice',
    '2017 is the last benchmark year',
    'tables of 2017',
  ];
}

function listCatalogue({ reports }: DemoFacts): string[] {
  const count = (source: string): number =>
    reports.filter(({ figures }) => figures.key.startsWith(`${source}:`)).length;
  const industries = new Set(reports.map(({ industrySlug }) => industrySlug)).size;
  const words = (text: string, source: string, meant: number): string =>
    claim(text, count(source) === meant, count(source));
  return [
    `${reports.length} reports`,
    roughly('two thirds of them on American industries', count('bea') / reports.length, 2 / 3),
    `begins with ${reports.length} reports`,
    claim('in thirty industries', industries === 30, industries),
    `${count('bea')} reports rest on the industry accounts of the U.S. Bureau of Economic Analysis, ${count('usgs')} on the U.S. Geological Survey, ${count('psd')} on the crop tables of the U.S. Department of Agriculture, ${count('pink')} on the World Bank’s commodity prices`,
    words('ten on its development indicators', 'wdi', 10),
    words('Medicare’s drug spending has nine', 'cms', 9),
    words('electric vehicles three', 'iea', 3),
    'All seven may be used',
  ];
}
