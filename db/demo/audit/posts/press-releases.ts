import { claim, fixed, percent, roughly, thousands, type PassagesBySlug } from './audit-post.ts';
import type { DemoFacts, Place } from './facts.ts';
import { listIndices } from './reading-figures.ts';

export const pressPassages: PassagesBySlug = {
  'copper-is-mined-widely-and-refined-in-china': listCopper,
  'coffee-costs-two-and-a-half-times-as-much': listCoffee,
  'minerals-open-with-the-world': listRareEarths,
  'medicines-are-counted-over-all-forms': listEtanercept,
  'covers-drawn-from-the-data': listSoftware,
  'every-chart-now-shows-its-numbers': listUrea,
  'niobium-comes-from-brazil': listNiobium,
};

function listCopper({ row, total, share, herfindahl, getRanking }: DemoFacts): string[] {
  const mined: Place = ['usgs:coppe', 'production-copper-content'];
  const refined: Place = ['usgs:coppe', 'production-copper'];
  const million = (place: Place, name: string): string => thousands(row(place, name));
  const rest = getRanking(refined).rows.filter(({ name }) => name !== 'China');
  const chile = share(mined, 'Chile');
  return [
    `China mines ${percent(share(mined, 'China'))} of the world’s metal and refines ${percent(share(refined, 'China'))}`,
    `${thousands(row(refined, 'China'), 0)} million tonnes of copper in 2023, ${percent(share(refined, 'China'))} of the world’s ${thousands(total(refined), 0)} million`,
    `${million(mined, 'China')} million tonnes of the ${thousands(total(mined), 0)} million that were mined, ${percent(share(mined, 'China'))}`,
    `Chile leads the mines with ${million(mined, 'Chile')} million tonnes`,
    claim('a little more than a fifth', chile > 0.2 && chile < 0.25, chile),
    `Peru with ${million(mined, 'Peru')} and DR Congo with ${million(mined, 'DR Congo')} million`,
    `second with ${million(refined, 'Chile')} million`,
    claim(
      'No other country refines more than 2 million',
      rest.every(({ value }) => value <= 2000),
    ),
    `is ${fixed(herfindahl(mined), 2)} for mines and ${fixed(herfindahl(refined), 2)} for refineries`,
    'Above 0.18 the Merger Guidelines of 2023',
    'All values of 2023 are estimates',
    'Summaries 2024',
  ];
}

function listCoffee({ at, ratio, between }: DemoFacts): string[] {
  const arabica: Place = ['pink:Coffee, Arabica', 'price'];
  const robusta: Place = ['pink:Coffee, Robusta', 'price'];
  const tea: Place = ['pink:Coffee, Arabica', 'near-3'];
  const price = (place: Place, year: number): string => fixed(at(place, year), 2);
  const isHighest = Math.max(...between(arabica, 1960, 2024)) < at(arabica, 2025);
  return [
    `Arabica coffee costs ${price(arabica, 2025)} dollars a kilogram`,
    roughly('2.5 times its price of 2020', ratio(arabica, 2020, 2025), 2.5),
    `${price(arabica, 2025)} dollars in the mean of 2025, after ${price(arabica, 2020)} in 2020`,
    claim('No year since 1960 was higher', isHighest),
    `went to ${price(arabica, 2022)} dollars in 2022, fell back to ${price(arabica, 2023)} in 2023, and rose again to ${price(arabica, 2024)} in 2024 and ${price(arabica, 2025)} in 2025`,
    `${price(robusta, 2020)} dollars in 2020, ${price(robusta, 2025)} in 2025`,
    claim('more than three times as much', ratio(robusta, 2020, 2025) > 3),
    `${price(tea, 2020)} dollars in 2020 and ${price(tea, 2025)} in 2025`,
    'since 1960',
    '2026 is left out. The source had five months',
    'the mean of five months',
    'CC BY 4.0',
  ];
}

function listRareEarths(facts: DemoFacts): string[] {
  const { at, row, before, share, total } = facts;
  const mined: Place = ['usgs:raree', 'production-rare-earth-oxide-equivalent'];
  const tonnes = (name: string): string => fixed(row(mined, name), 0);
  const minerals = facts.reports.filter(({ figures }) => figures.key.startsWith('usgs:')).length;
  const known = listIndices(facts).length;
  return [
    `China mined ${percent(share(mined, 'China'))} of its rare earths in 2023`,
    `${known} of the ${minerals} minerals in the catalogue have such a total`,
    claim('for the other five', minerals - known === 5),
    `${fixed(total(mined), 0)} tonnes of their oxides in 2023, after ${fixed(at(['usgs:raree', 'world'], 2022), 0)} in 2022. China had ${tonnes('China')} tonnes of it, ${percent(share(mined, 'China'))}. The United States followed with ${tonnes('United States')} and Myanmar with ${tonnes('Myanmar')}`,
    claim('three times its', Math.round(row(mined, 'Myanmar') / before(mined, 'Myanmar')) === 3),
    `${fixed(before(mined, 'Myanmar'), 0)} of the year before`,
    `were ${fixed(at(['usgs:raree', 'imports-compounds-t'], 2023), 0)} tonnes`,
    // What docs of the demo say of the two editions.
    'by up to half between editions',
    'Summaries 2024, tonnes of rare-earth-oxide equivalent, 2023 estimated',
  ];
}

function listEtanercept({ reports, row, total }: DemoFacts): string[] {
  const forms: Place = ['cms:Etanercept', 'forms'];
  const claims: Place = ['cms:Etanercept', 'claims-by-form'];
  const medicines = reports.filter(({ figures }) => figures.key.startsWith('cms:')).length;
  return [
    `cost Medicare ${thousands(total(forms), 2)} billion dollars in 2017`,
    `${fixed(row(forms, 'Enbrel'), 0)} million dollars on Enbrel in 2017`,
    `${fixed(row(forms, 'Enbrel Sureclick'), 0)} million. Together etanercept cost ${fixed(total(forms), 0)} million dollars`,
    claim(
      'nearly three times the first line',
      Math.abs(total(forms) / row(forms, 'Enbrel') - 2.95) < 0.05,
    ),
    claim(
      'takes a third for the whole',
      Math.abs(row(forms, 'Enbrel') / total(forms) - 1 / 3) < 0.02,
    ),
    claim('All nine reports on medicines', medicines === 9, medicines),
    `${fixed(total(claims), 0)} in 2017, of which ${fixed(row(claims, 'Enbrel'), 0)} for Enbrel`,
    'in the file for 2017 alone',
    'total of 2017 with it',
    'count them twice',
  ];
}

function listSoftware({ at, ratio, between }: DemoFacts): string[] {
  const software: Place = ['bea:511200', 'output'];
  const papers: Place = ['bea:511110', 'output'];
  const grown = `${fixed(ratio(software, 1997, 2023))} times`;
  return [
    `software’s line climbs to ${grown} its start`,
    `${thousands(at(software, 1997))} billion dollars of output in 1997, ${thousands(at(software, 2023))} billion in 2023, ${grown} as much`,
    `${thousands(at(papers, 1997))} billion in 1997`,
    claim('a height of', at(papers, 2000) === Math.max(...between(papers, 1997, 2023))),
    `${thousands(at(papers, 2000))} in 2000, ${thousands(at(papers, 2023))} billion in 2023`,
  ];
}

function listUrea({ at, ratio }: DemoFacts): string[] {
  const urea: Place = ['pink:Urea', 'price'];
  const price = (year: number): string => fixed(at(urea, year), 0);
  return [
    `urea at ${price(2022)} dollars in 2022, at ${price(2023)} a year later`,
    'a citation in four styles',
    `${price(2020)} dollars a tonne in 2020, ${price(2021)} in 2021, ${price(2022)} in 2022, ${price(2023)} in 2023, and ${price(2025)} in 2025`,
    `${fixed(ratio(urea, 2020, 2022))} times the price of two years before`,
    roughly('half of it was gone within a year', ratio(urea, 2022, 2023), 0.5),
    'to fifty dollars',
    'CC BY 4.0',
  ];
}

function listNiobium(facts: DemoFacts): string[] {
  const { at, row, total, share, herfindahl, between, getRanking } = facts;
  const mined: Place = ['usgs:niobi', 'production-niobium-content'];
  const reserves: Place = ['usgs:niobi', 'reserves-niobium-content'];
  const price: Place = ['usgs:niobi', 'price-dkg'];
  const indices = listIndices(facts).toSorted((a, b) => b - a);
  const small = getRanking(mined).rows.slice(2);
  const held = (name: string, digits: number): string => fixed(row(reserves, name) / 1e6, digits);
  const index = (key: string, id: string): string =>
    fixed(herfindahl([`usgs:${key}`, `production-${id}`]), 2);
  return [
    roughly('Nine tenths of the world’s niobium', share(mined, 'Brazil'), 0.9),
    `${fixed(row(mined, 'Brazil'), 0)} of the world’s ${fixed(total(mined), 0)} tonnes of niobium in 2023, ${percent(share(mined, 'Brazil'))}. Canada had ${fixed(row(mined, 'Canada'), 0)} tonnes`,
    claim(
      'below a thousand',
      small.every(({ value }) => value < 1000),
    ),
    claim(
      'only gallium is more concentrated',
      indices[1] === herfindahl(mined),
      indices.slice(0, 4),
    ),
    claim(
      '100 % in every year',
      between(['usgs:niobi', 'nir-pct'], 2018, 2023).every((one) => one === 100),
    ),
    `imports were ${fixed(at(['usgs:niobi', 'imports-t'], 2023), 0)} tonnes in 2023`,
    `from ${fixed(at(price, 2019), 0)} dollars a kilogram in 2019 to ${fixed(at(price, 2023), 0)} in 2023`,
    `Brazil has ${held('Brazil', 0)} million tonnes, Canada ${held('Canada', 1)} million and the United States ${held('United States', 1)} million`,
    'At the pace of 2023',
    roughly('last for two centuries', row(reserves, 'Brazil') / row(mined, 'Brazil'), 213),
    `The Herfindahl index is ${fixed(herfindahl(mined), 2)}`,
    `from gold with ${index('gold', 'gold-content')} to gallium with ${index('galli', 'gallium')}`,
    'Summaries 2024, tonnes of niobium content, 2023 estimated',
  ];
}
