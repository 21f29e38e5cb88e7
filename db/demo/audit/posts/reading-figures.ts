import {
  change,
  claim,
  fixed,
  percent,
  roughly,
  thousands,
  type PassagesBySlug,
} from './audit-post.ts';
import type { DemoFacts, Place } from './facts.ts';

export const readingFiguresPassages: PassagesBySlug = {
  'lithium-reserves-in-years': listLithium,
  'what-a-world-total-adds-up': listPalmOil,
  'how-wrong-a-forecast-may-be': listCocoa,
  'reading-concentration': listConcentration,
};

function listLithium({ at, ratio, row, before, total, share, topShare }: DemoFacts): string[] {
  const mined: Place = ['usgs:lithi', 'production-lithium-content'];
  const reserves: Place = ['usgs:lithi', 'reserves-lithium-content'];
  const price: Place = ['usgs:lithi', 'price-dt'];
  const years = (name: string): string => fixed(row(reserves, name) / row(mined, name), 0);
  const tonnes = (name: string): string => fixed(row(mined, name), 0);
  const held = (name: string): string => fixed(row(reserves, name) / 1e6);
  const three = ['Australia', 'Chile', 'China'] as const;
  const heldByThree = three.reduce((sum, name) => sum + row(reserves, name), 0);
  return [
    `${years('Australia')} years in Australia and ${years('Argentina')} in Argentina`,
    `Australia has ${years('Australia')} at its production of 2023, Brazil ${years('Brazil')}, China ${years('China')}, Chile ${years('Chile')} and Argentina ${years('Argentina')}. For the world it is ${fixed(total(reserves) / total(mined), 0)}: ${fixed(total(reserves) / 1e6, 0)} million tonnes of reserves, ${fixed(total(mined), 0)} tonnes mined`,
    claim('nearly half of the world’s lithium', Math.abs(share(mined, 'Australia') - 0.48) < 0.02),
    `${tonnes('Australia')} tonnes, from ${held('Australia')} million tonnes of reserves`,
    roughly('half as much again', row(reserves, 'Chile') / row(reserves, 'Australia'), 1.5),
    `${held('Chile')} million, and mines ${tonnes('Chile')}. Argentina mines ${tonnes('Argentina')} from ${held('Argentina')} million`,
    'Both halves move',
    `rose by ${change(ratio(['usgs:lithi', 'world'], 2022, 2023))} from 2022 to 2023`,
    'at twice the pace every number of years is halved',
    `cost ${fixed(at(price, 2020), 0)} dollars in 2020, ${fixed(at(price, 2022), 0)} in 2022 and ${fixed(at(price, 2023), 0)} in 2023`,
    'Production of 2023 is an estimate',
    'by a tenth or more. The table of 2024',
    claim(
      'The three largest producers, Australia, Chile and China',
      row(mined, 'China') > row(mined, 'Argentina') && before(mined, 'China') > 0,
    ),
    `have ${percent(topShare(mined, 3))} of what is mined`,
    roughly('about two thirds of the reserves', heldByThree / total(reserves), 2 / 3),
    `${fixed(heldByThree / 1e6)} of ${fixed(total(reserves) / 1e6, 0)} million tonnes`,
    'twenty years',
    // The mass of two atoms of lithium in lithium carbonate, Li2CO3: 2 × 6.94 of 73.89.
    `about ${fixed((2 * 6.94) / 73.89, 2)} tonnes`,
    roughly('wrong by a factor of five', 73.89 / (2 * 6.94), 5.2),
    'Summaries 2024',
  ];
}

function listPalmOil({ at, ratio, row, before }: DemoFacts): string[] {
  const area: Place = ['psd:oil-palm', 'area'];
  const oil: Place = ['psd:oil-palm', 'production'];
  const yields: Place = ['psd:oil-palm', 'yield'];
  const milk: Place = ['psd:dairy-milk-fluid', 'countries'];
  const union = 'European Union and United Kingdom';
  const explained = at(yields, 1982) * at(area, 1982);
  return [
    claim('palm oil’s area tripled in 1983', ratio(area, 1982, 1983) >= 2.9),
    `its harvest grew by ${change(ratio(oil, 1982, 1983))}`,
    `${thousands(at(area, 1982), 2)} million hectares in 1982 and ${thousands(at(area, 1983), 2)} million in 1983. It tripled within a year`,
    `went from ${thousands(at(oil, 1982), 2)} to ${thousands(at(oil, 1983), 2)} million tonnes at the same time, ${change(ratio(oil, 1982, 1983))} more`,
    `fell from ${fixed(at(yields, 1982), 2)} to ${fixed(at(yields, 1983), 2)} tonnes per hectare`,
    'before 1983',
    'in 1983; whoever',
    `In 1982 the printed yield times the printed area gives ${thousands(explained)} million tonnes`,
    roughly('three quarters of the printed harvest', explained / at(oil, 1982), 0.75),
    'The European Union of 2015 holds the United Kingdom, that of 2025 does not',
    `${thousands(before(milk, union))} million tonnes then, ${thousands(row(milk, union))} million now, a rise of ${change(row(milk, union) / before(milk, union))}`,
    // How the importer cuts a series (validated there).
    'by more than a fifth',
    '(CC BY 4.0)',
  ];
}

function listCocoa({ at, ratio, between, getSeries }: DemoFacts): string[] {
  const price: Place = ['pink:Cocoa', 'price'];
  const calm = between(price, 2018, 2022);
  const spread = Math.max(...calm) / Math.min(...calm) - 1;
  const isHighest = Math.max(...between(price, 1960, 2024)) < at(price, 2025);
  return [
    'Cocoa stood still for five years',
    roughly('tripled', ratio(price, 2022, 2024), 3.07),
    `From 2018 to 2022 a kilogram of cocoa cost between ${fixed(Math.min(...calm), 2)} and ${fixed(Math.max(...calm), 2)} dollars`,
    `In 2023 it cost ${fixed(at(price, 2023), 2)} dollars, in 2024 ${fixed(at(price, 2024), 2)} and in 2025 ${fixed(at(price, 2025), 2)}`,
    claim('three times as much within two years', ratio(price, 2022, 2024) >= 3),
    claim('more than ever before in the file, which begins in 1960', isHighest),
    'at the end of 2022',
    claim(
      'Five years in a row within six per cent of each other',
      Math.round(spread * 100) === 6,
      spread,
    ),
    roughly('about 2.40 dollars for 2024', at(price, 2022), 2.4),
    'those five years',
    `from ${fixed(at(price, 1972), 2)} dollars in 1972 to ${fixed(at(price, 1977), 2)} in 1977`,
    roughly('to six times', ratio(price, 1972, 1977), 6),
    'needed more than twenty years',
    `to ${fixed(at(price, 2000), 2)} in 2000`,
    'wide enough for 2024',
    // What core/catalogue/outlook does; its own tests hold it to this.
    'twelve to fifteen years',
    'eight in ten of those tests',
    'Eight in ten',
    'two in ten',
    `CC BY 4.0, dollars per kilogram, yearly means computed by us from monthly prices, 1960 to ${getSeries(price).points.at(-1)?.[0]}`,
  ];
}

function listConcentration(facts: DemoFacts): string[] {
  const { herfindahl, topShare, share } = facts;
  const place = (key: string, id: string): Place => [`usgs:${key}`, `production-${id}`];
  const gold = place('gold', 'gold-content');
  const mined = place('coppe', 'copper-content');
  const refined = place('coppe', 'copper');
  const lithium = place('lithi', 'lithium-content');
  const earths = place('raree', 'rare-earth-oxide-equivalent');
  const niobium = place('niobi', 'niobium-content');
  const gallium = place('galli', 'gallium');
  const index = (of: Place): string => fixed(herfindahl(of), 2);
  const all = listIndices(facts);
  const high = all.filter((one) => one > 0.18).length;
  return [
    `In ${high} of ${all.length} minerals`,
    'nine tenths of a mineral are a different risk from thirty',
    `Of the ${all.length} minerals in our catalogue for which the world’s production is known by country, ${high} are highly concentrated`,
    // Merger Guidelines of 2023, section 2.1: 1,800 and 1,000 of 10,000.
    'of 2023, by which American authorities judge markets of firms, call a market highly concentrated above 0.18 and begin to speak of concentration at 0.10',
    claim('Gold is the widest spread', Math.min(...all) === herfindahl(gold)),
    index(gold),
    roughly('have a third', topShare(gold, 3), 1 / 3),
    `Copper mines follow with ${index(mined)}, zinc with ${index(place('zinc', 'zinc-content'))}. Lithium stands at ${index(lithium)}, with ${percent(topShare(lithium, 3))} in three countries. Rare earths are at ${index(earths)}, of which China mines ${percent(share(earths, 'China'))}. Niobium has ${index(niobium)}`,
    roughly('nine tenths come from Brazil', share(niobium, 'Brazil'), 0.9),
    `gallium ${index(gallium)}: China makes ${percent(share(gallium, 'China'))}`,
    `the index is ${index(refined)}, and China alone has ${percent(share(refined, 'China'))}`,
    'Production of 2023 is an estimate',
    'Summaries 2024, production by country in 2023',
    'Merger Guidelines, 2023',
  ];
}

/** The index of the first product of each mineral whose total and countries are known. */
export const listIndices = ({ reports, herfindahl }: DemoFacts): number[] =>
  reports.flatMap(({ figures: { key, rankings } }) => {
    const first = rankings.find(({ id }) => id.startsWith('production-'));
    return key.startsWith('usgs:') && first?.total ? [herfindahl([key, first.id])] : [];
  });
