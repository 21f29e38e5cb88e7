import { change, claim, fixed, roughly, thousands, type PassagesBySlug } from './audit-post.ts';
import type { DemoFacts, Place } from './facts.ts';

export const pricesAndOutputPassages: PassagesBySlug = {
  'output-in-dollars-is-not-output': listCoal,
  'chips-cost-a-tenth': listChips,
  'gas-has-no-world-price': listGas,
  'film-grew-newspapers-shrank': listMedia,
};

const yearlyRate = (ratio: number, years: number): string =>
  `${fixed((ratio ** (1 / years) - 1) * 100)} %`;

function listCoal({ at, ratio }: DemoFacts): string[] {
  const output: Place = ['bea:212100', 'output'];
  const price: Place = ['bea:212100', 'price'];
  const real: Place = ['bea:212100', 'real'];
  return [
    `coal earned ${change(ratio(output, 1997, 2023))} more and made ${change(ratio(real, 1997, 2023))} less`,
    'a tenth more for a tenth higher prices',
    `${thousands(at(output, 1997))} billion dollars in 1997 and of ${thousands(at(output, 2023))} billion in 2023`,
    roughly('three quarters more', ratio(output, 1997, 2023), 1.75),
    `grows by ${yearlyRate(ratio(output, 1997, 2023), 26)} a year`,
    `rose from ${fixed(at(price, 1997))} to ${fixed(at(price, 2023))} (2017 = 100), to ${fixed(ratio(price, 1997, 2023))} times what it was`,
    `${thousands(at(real, 1997))} billion dollars of 2017 at the beginning, ${thousands(at(real, 2023))} billion at the end`,
    `makes ${change(ratio(real, 1997, 2023))} less`,
    `From 2021 to 2023 output in dollars rose by ${change(ratio(output, 2021, 2023))}, from ${thousands(at(output, 2021))} to ${thousands(at(output, 2023))} billion`,
    `Prices rose by ${change(ratio(price, 2021, 2023))}`,
    `The volume behind it grew by ${change(ratio(real, 2021, 2023))}`,
    'times one hundred',
    'here 2017',
    '1997 to 2023, million dollars and 2017 = 100',
  ];
}

function listChips({ at, ratio, row, between }: DemoFacts): string[] {
  const output: Place = ['bea:334413', 'output'];
  const price: Place = ['bea:334413', 'price'];
  const real: Place = ['bea:334413', 'real'];
  const supply: Place = ['bea:334413', 'supply'];
  const recent = between(price, 2017, 2023);
  const cheaper = ratio(price, 1997, 2023);
  return [
    claim('Chips cost a tenth of what they did', cheaper > 0.09 && cheaper < 0.11, cheaper),
    roughly('ten times the volume', ratio(real, 1997, 2023), 10),
    roughly('for the same dollars', ratio(output, 1997, 2023), 1),
    `${thousands(at(output, 1997))} billion dollars in 1997 and of ${thousands(at(output, 2023))} billion in 2023`,
    'a quarter of a century',
    'The other half of the figure',
    `stood at ${fixed(at(price, 1997))} in 1997 and at ${fixed(at(price, 2023))} in 2023 (2017 = 100). It fell by ${change(cheaper)}`,
    `from ${thousands(at(real, 1997))} to ${thousands(at(real, 2023))} billion dollars of 2017, to ${fixed(ratio(real, 1997, 2023))} times as much`,
    `In the three years to 2000 the index lost ${change(ratio(price, 1997, 2000))}, in the seventeen years after it another ${change(ratio(price, 2000, 2017))}`,
    claim(
      'since 2017 it has hardly moved',
      recent.every((index) => index > 90 && index < 110),
    ),
    `rose from ${fixed(at(price, 2021))} in 2021 to ${fixed(at(price, 2023))} in 2023`,
    'for twenty-six years',
    'twice the memory',
    roughly('The ten-fold volume', ratio(real, 1997, 2023), 10),
    'ten times as many wafers',
    'tables of 2017',
    `${thousands(row(supply, 'Domestic output'))} billion dollars from domestic plants and ${thousands(row(supply, 'Imports'))} billion of imports`,
    'tables of 2017',
  ];
}

function listGas({ at, between }: DemoFacts): string[] {
  const us: Place = ['pink:Natural gas, US', 'price'];
  const europe: Place = ['pink:Natural gas, Europe', 'price'];
  const japan: Place = ['pink:Liquefied natural gas, Japan', 'price'];
  const factor = (year: number): string => fixed(at(europe, year) / at(us, year));
  const both = (year: number): string =>
    `${fixed(at(us, year), 2)} and ${fixed(at(europe, year), 2)}`;
  const early = between(europe, 2009, 2014);
  const isCheaper = Array.from({ length: 49 }, (_, i) => at(us, 1960 + i) > at(europe, 1960 + i));
  const crossings = isCheaper.filter((one, i) => i > 0 && one !== isCheaper[i - 1]).length;
  return [
    `Europe paid ${factor(2022)} times as much as America in 2022`,
    `In 2005 a million Btu of natural gas cost ${fixed(at(us, 2005), 2)} dollars in the United States and ${fixed(at(europe, 2005), 2)} in Europe`,
    `In 2022 it was ${both(2022)}, and in 2025 it was ${both(2025)}`,
    claim('Until 2008 the two lines crossed several times', crossings > 2, crossings),
    `from ${fixed(at(us, 2008), 2)} to ${fixed(at(us, 2009), 2)} dollars within a year`,
    claim('above 6.40 since', Math.max(...between(us, 2009, 2025)) < 6.4),
    `between ${fixed(Math.min(...early), 2)} and ${fixed(Math.max(...early), 2)} dollars from 2009 to 2014`,
    `In 2012 Europe paid ${factor(2012)} times as much`,
    `In 2020, when demand fell everywhere, the factor was down to ${factor(2020)}; two years later it was ${factor(2022)}. In 2025 it is ${factor(2025)}`,
    `paid ${fixed(at(japan, 2012), 2)} dollars in 2012, ${fixed(at(japan, 2022), 2)} in 2022 and ${fixed(at(japan, 2025), 2)} in 2025`,
    claim('a factor of three or six', factor(2025).startsWith('3') && factor(2022).startsWith('6')),
    '2022 paid far more than 40 dollars',
    'CC BY 4.0',
  ];
}

function listMedia({ at, ratio, between }: DemoFacts): string[] {
  const film: Place = ['bea:512100', 'output'];
  const papers: Place = ['bea:511110', 'output'];
  const real = (place: Place): Place => [place[0], 'real'];
  const price = (place: Place): Place => [place[0], 'price'];
  const late = between(papers, 2020, 2023);
  const lost = ratio(papers, 1997, 2023);
  const lostVolume = ratio(real(papers), 1997, 2023);
  return [
    `sells ${fixed(ratio(film, 1997, 2023))} times what it did in 1997`,
    claim('newspapers little more than half', lost > 0.5 && lost < 0.6, lost),
    `${thousands(at(film, 1997))} billion dollars in 1997, newspaper publishers of ${thousands(at(papers, 1997))} billion. In 2023 it was ${thousands(at(film, 2023))} and ${thousands(at(papers, 2023))} billion: ${fixed(ratio(film, 1997, 2023))} times as much, and ${change(lost)} less`,
    `reached ${thousands(at(papers, 2000))} billion dollars in 2000 and stood at ${thousands(at(papers, 2005))} billion as late as 2005`,
    `${thousands(at(papers, 2009))} billion in 2009, ${thousands(at(papers, 2012))} in 2012, ${thousands(at(papers, 2020))} in 2020`,
    `between ${thousands(Math.min(...late))} and ${thousands(Math.max(...late))} billion`,
    `from ${thousands(at(film, 2007))} billion dollars in 2007 to ${thousands(at(film, 2009))} in 2009, and from ${thousands(at(film, 2019))} in 2019 to ${thousands(at(film, 2020))} in 2020, a fall of ${change(ratio(film, 2019, 2020))} within a year`,
    claim('Both times the old level was passed again', at(film, 2014) > at(film, 2007)),
    claim('after the second one within two years', at(film, 2022) > at(film, 2019)),
    `rose by ${change(ratio(price(papers), 1997, 2023))} from 1997 to 2023, that of film and video by ${change(ratio(price(film), 1997, 2023))}`,
    `fell by ${change(lostVolume)}, from ${thousands(at(real(papers), 1997))} to ${thousands(at(real(papers), 2023))} billion dollars of 2017`,
    `rose to ${fixed(ratio(real(film), 1997, 2023))} times, from ${thousands(at(real(film), 1997))} to ${thousands(at(real(film), 2023))} billion`,
    claim('newspapers lost less than half', lost > 0.5),
    claim('they lost more than two thirds', lostVolume < 1 / 3),
    '1997 to 2023',
  ];
}
