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

export const supplyAndDemandPassages: PassagesBySlug = {
  'cars-and-light-trucks': listVehicles,
  'china-buys-most-electric-vehicles': (facts) => [
    ...listElectricBuyers(facts),
    ...listElectricKinds(facts),
  ],
  'wheat-from-the-same-land': listWheat,
  'brazil-doubled-its-corn': listCorn,
};

const million = (value: number, digits = 1): string => fixed(value / 1e6, digits);

function listVehicles({ at, ratio, row }: DemoFacts): string[] {
  const cars: Place = ['bea:336111', 'output'];
  const trucks: Place = ['bea:336112', 'output'];
  const of = ([key]: Place, id: string): Place => [key, id];
  const grown = ratio(trucks, 1997, 2023);
  const sum = (year: number): number => at(cars, year) + at(trucks, year);
  const carsMade = row(of(cars, 'supply'), 'Domestic output');
  const carsImported = row(of(cars, 'supply'), 'Imports');
  const trucksMade = row(of(trucks, 'supply'), 'Domestic output');
  return [
    `${change(ratio(cars, 1997, 2023))} fewer dollars of cars and ${fixed(grown)} times the light trucks`,
    `${thousands(at(cars, 1997))} billion dollars in 1997 and of ${thousands(at(cars, 2023))} billion in 2023, ${change(ratio(cars, 1997, 2023))} less`,
    `went from ${thousands(at(trucks, 1997))} to ${thousands(at(trucks, 2023))} billion, to ${fixed(grown)} times as much. The sum of both grew by ${change(sum(2023) / sum(1997))}`,
    `cars rose by ${change(ratio(of(cars, 'price'), 1997, 2023))} in these twenty-six years, that of light trucks by ${change(ratio(of(trucks, 'price'), 1997, 2023))}`,
    `cars fell by ${change(ratio(of(cars, 'real'), 1997, 2023))} and light trucks grew to ${fixed(ratio(of(trucks, 'real'), 1997, 2023))} times`,
    `${thousands(at(cars, 2006))} billion dollars in 2006. The crisis cut them to ${thousands(at(cars, 2009))} billion in 2009. They came back to ${thousands(at(cars, 2014))} billion by 2014 and then fell again, to ${thousands(at(cars, 2021))} billion in 2021`,
    `from ${thousands(at(trucks, 2006))} billion in 2006 to ${thousands(at(trucks, 2009))} in 2009, but reached ${thousands(at(trucks, 2012))} by 2012`,
    'tables of 2017',
    `${thousands(carsMade)} billion dollars from domestic plants and ${thousands(carsImported)} billion of imports`,
    roughly('Twice as many dollars of cars', carsImported / carsMade, 2),
    `${thousands(trucksMade)} billion from domestic plants, ${thousands(row(of(trucks, 'supply'), 'Imports'))} billion of imports`,
    'a good quarter of a century',
    'exist for 2017',
    '1997 to 2023, and Supply and Use tables of 2017',
  ];
}

const buyers: Place = ['iea:EV sales', 'countries'];
const sales: Place = ['iea:EV sales', 'world'];

function listElectricBuyers({ at, ratio, row, before, share }: DemoFacts): string[] {
  const next = share(buyers, 'United States', 'Germany');
  const tens = (value: number): string => fixed(value / 1000, 0);
  const was = (name: string, digits = 0): string =>
    `from ${fixed(Number(before(buyers, name).toPrecision(2)), digits)} to ${tens(row(buyers, name))},000`;
  return [
    `China bought ${percent(share(buyers, 'China'), 1)} of the electric vehicles of 2023; the next two together ${percent(next, 1)}`,
    `${million(at(sales, 2023))} million electric vehicles were sold in 2023`,
    `${million(row(buyers, 'China'))} million of them went to China, ${million(row(buyers, 'United States'))} million to the United States and ${million(row(buyers, 'Germany'))} million to Germany`,
    `China’s share is ${percent(share(buyers, 'China'), 1)}; that of the next two is ${percent(next, 1)}`,
    `Five years earlier, in 2018, the world bought ${million(at(sales, 2018))} million, and China ${percent(before(buyers, 'China') / at(sales, 2018))} of them`,
    `${fixed(ratio(sales, 2018, 2023))} times as large`,
    `Germany went ${was('Germany')}, France ${was('France')}, Australia ${was('Australia')}`,
  ];
}

function listElectricKinds({ at, ratio, between }: DemoFacts): string[] {
  const kind = (id: number): Place => ['iea:EV sales', `part-${id}`];
  const [vans, cars, trucks, buses] = [kind(1), kind(2), kind(3), kind(4)];
  const added = [2021, 2022, 2023].map((year) => at(sales, year) - at(sales, year - 1));
  return [
    claim('stood still in 2019', Math.abs(ratio(sales, 2018, 2019) - 1) < 0.05),
    `at ${million(at(sales, 2019))} million`,
    `grew by ${change(ratio(sales, 2019, 2020))} in 2020, by ${change(ratio(sales, 2020, 2021))} in 2021, by ${change(ratio(sales, 2021, 2022))} in 2022 and by ${change(ratio(sales, 2022, 2023))} in 2023`,
    `added between ${million(Math.min(...added))} and ${million(Math.max(...added))} million`,
    'the first ten years',
    `${million(at(cars, 2023))} million, or ${percent(at(cars, 2023) / at(sales, 2023))}, were cars. Vans had ${thousands(at(vans, 2023), 0)},000, trucks ${thousands(at(trucks, 2023), 0)},000, and buses ${thousands(at(buses, 2023), 0)},000, fewer than the ${thousands(at(buses, 2016), 0)},000 of 2016`,
    claim('has shrunk', at(buses, 2023) < Math.max(...between(buses, 2010, 2020))),
    'two scenarios to 2030',
    'Global EV Outlook 2024, CC BY 4.0',
  ];
}

function listWheat({ at, ratio }: DemoFacts): string[] {
  const of = (crop: string, id: string): Place => [`psd:${crop}`, id];
  const [harvest, area, yields] = ['production', 'area', 'yield'].map((id) => of('wheat', id)) as [
    Place,
    Place,
    Place,
  ];
  const corn = (id: string): Place => of('corn', id);
  return [
    `${fixed(ratio(harvest, 1960, 2024))} times the wheat`,
    roughly('from a tenth more land', ratio(area, 1960, 2024), 1.1),
    `${thousands(at(harvest, 1960), 0)} million tonnes of wheat in 1960 and ${thousands(at(harvest, 2024), 0)} million in 2024, ${fixed(ratio(harvest, 1960, 2024))} times as much. The area grew from ${thousands(at(area, 1960), 0)} to ${thousands(at(area, 2024), 0)} million hectares`,
    roughly('by a tenth', ratio(area, 1960, 2024), 1.1),
    `${fixed(at(yields, 1960), 2)} tonnes per hectare then, ${fixed(at(yields, 2024), 2)} now`,
    `In 1985 wheat stood on ${thousands(at(area, 1985), 0)} million hectares, in 2003 on ${thousands(at(area, 2003), 0)} million, ${change(ratio(area, 1985, 2003))} less`,
    claim('a market without growth since 1985', ratio(area, 1985, 2024) <= 1),
    `one that grew by ${change(ratio(harvest, 1985, 2024))}`,
    `Corn grew from ${thousands(at(corn('production'), 1960), 0)} million tonnes in 1960 to ${thousands(at(corn('production'), 2020), 0)} million in 2020, to ${fixed(ratio(corn('production'), 1960, 2020))} times`,
    `rose to ${fixed(ratio(corn('yield'), 1960, 2020))} times, from ${fixed(at(corn('yield'), 1960), 2)} to ${fixed(at(corn('yield'), 2020), 2)} tonnes per hectare`,
    claim('its area nearly doubled', Math.abs(ratio(corn('area'), 1960, 2020) - 2) < 0.1),
    `from ${thousands(at(corn('area'), 1960), 0)} to ${thousands(at(corn('area'), 2020), 0)} million hectares`,
    'A harvest is area times yield',
    '“2024” is the crop that began to be sold in 2024',
    'half a year apart',
    'We stop at 2024 here',
    '(CC BY 4.0)',
  ];
}

function listCorn({ at, row, before, total, share, topShare, getRanking }: DemoFacts): string[] {
  const list: Place = ['psd:corn', 'countries'];
  const tonnes = (name: string, digits = 0): string => thousands(row(list, name), digits);
  const was = (name: string, digits = 0): string => thousands(before(list, name), digits);
  const ratio = (name: string): number => row(list, name) / before(list, name);
  const added = (name: string): number => row(list, name) - before(list, name);
  const us = 'United States';
  const union = 'European Union and United Kingdom';
  const six = getRanking(list).rows.slice(0, 6);
  return [
    claim('Brazil doubled its corn in ten years', ratio('Brazil') >= 2),
    claim('the United States added more tonnes', added(us) > added('Brazil')),
    `Brazil harvests ${tonnes('Brazil')} million tonnes of corn in 2025`,
    `Ten years before it was ${was('Brazil')} million: ${fixed(ratio('Brazil'))} times as much. The United States went from ${was(us)} to ${tonnes(us)} million tonnes in the same time`,
    roughly('a quarter more', ratio(us), 1.25),
    `${thousands(added(us), 0)} million against ${thousands(added('Brazil'), 0)} million`,
    `${fixed(ratio('India'))} times in ten years, from ${was('India', 1)} to ${tonnes('India', 1)} million tonnes`,
    claim(
      'the highest rate of the six largest and less than the European Union harvests with the United Kingdom',
      six.every(({ name }) => ratio(name) <= ratio('India')) &&
        row(list, 'India') < row(list, union),
    ),
    `The world’s harvest of 2025 is ${thousands(total(list), 0)} million tonnes. The United States has ${percent(share(list, us))} of it, China ${percent(share(list, 'China'))}, Brazil ${percent(share(list, 'Brazil'))}`,
    roughly('two thirds', topShare(list, 3), 2 / 3),
    `Argentina follows with ${tonnes('Argentina')} million tonnes, from ${was('Argentina')}`,
    `from ${was(union)} to ${tonnes(union)} million`,
    'the union of 2015 held and that of 2025 does not',
    `China’s ${tonnes('China')} million tonnes`,
    '2025 is an estimate here and 2026 a projection',
    'ten years apart',
    `from ${fixed(at(['psd:corn', 'yield'], 2020), 2)} tonnes per hectare in 2020 to a projected ${fixed(at(['psd:corn', 'yield'], 2026), 2)} in 2026, and the area from ${thousands(at(['psd:corn', 'area'], 2020), 0)} to ${thousands(at(['psd:corn', 'area'], 2026), 0)} million hectares`,
    'since 1960',
    '(CC BY 4.0)',
  ];
}
