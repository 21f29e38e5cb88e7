import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { lowercaseLabel, removeComputedMark } from './wording.ts';

/**
 * A series as it appears within a sentence: "the gross output of U.S. tires", "U.S. imports of
 * lithium". Some are plural, so that a verb after it has to be in the past tense.
 */
export function nameSeries(series: Series, noun: string): string {
  if (series.source === 'wdi') return noun;
  if (series.source === 'iea') return nameVehicles(series, noun);
  if (series.source === 'cms') return nameSpending(series, noun);
  if (series.source === 'pink') return namePrice(series.label, noun);
  return nameByLabel(series, noun);
}

/** Words that stand for a label which does not fit into a sentence as it is. */
const labelWords: Readonly<Record<string, string>> = {
  'Gross output': 'the gross output',
  'Price index of output': 'the output price index',
  'Real output': 'the real output',
  'Average yield': 'the average yield',
  'Area harvested': 'the harvested area',
  Price: 'the price',
};

/** Goods beside the subject in its table: imports of platinum are none of palladium. */
const otherGoods = new Set([
  'bauxite',
  'boric acid',
  'clinker',
  'fluorosilicic acid',
  'platinum',
  'silicon metal',
]);

/** True if the qualifier of a label is what is counted, and no form of the subject. */
export const isGoodOfItsOwn = (qualifier: string, noun: string): boolean =>
  qualifier.toLowerCase().includes(noun.toLowerCase()) || otherGoods.has(qualifier);

function nameByLabel({ label }: Series, noun: string): string {
  const [head = '', ...rest] = removeComputedMark(label).split(', ');
  const qualifier = rest.join(', ');
  const words = labelWords[head] ?? lowercaseLabel(head);
  if (isGoodOfItsOwn(qualifier, noun)) return `${words} of ${qualifier}`;
  return `${words} of ${noun}${qualifier === '' ? '' : ` (${qualifier})`}`;
}

function nameVehicles({ id, label }: Series, noun: string): string {
  if (id === 'world') return noun;
  const part = lowercaseLabel(label).replace('publicly available ', '');
  return noun
    .replace('electric vehicle sales', `sales of electric ${part}`)
    .replace('electric vehicles in use', `electric ${part} in use`)
    .replace('public electric', `${part} public electric`);
}

function nameSpending({ id, label }: Series, noun: string): string {
  const drug = noun.replace(' in Medicare Part D', '');
  const omission = /without [^()]*[^() ]/.exec(label)?.[0];
  const names: Readonly<Record<string, string>> = {
    spending: `gross Medicare Part D spending on ${drug}`,
    claims: `Medicare Part D claims for ${drug}`,
    'per-claim': `spending per Medicare Part D claim for ${drug}`,
    beneficiaries: `Medicare Part D beneficiaries who used ${drug}`,
  };
  const name = names[id] ?? `${lowercaseLabel(label)} of ${drug}`;
  return omission && names[id] ? `${name} (${omission})` : name;
}

/** The Pink Sheet's names of goods that do not fit into a sentence. */
const goodNames: Readonly<Record<string, string>> = {
  'coffee, Arabica': 'Arabica coffee',
  'coffee, Robusta': 'Robusta coffee',
  'cotton, a index': 'cotton (A Index)',
  'crude oil, Brent': 'Brent crude oil',
  'crude oil, WTI': 'WTI crude oil',
  'logs, Cameroon': 'Cameroon logs',
  'logs, Malaysian': 'Malaysian logs',
  'natural gas, Europe': 'European natural gas',
  'natural gas, US': 'U.S. natural gas',
  'rubber, tsr20': 'TSR20 rubber',
  'sawnwood, Cameroon': 'Cameroon sawnwood',
  'sawnwood, Malaysian': 'Malaysian sawnwood',
  'tea, avg 3 auctions': 'tea (average of three auctions)',
};

function namePrice(label: string, noun: string): string {
  const good = /^Price of (.*)$/.exec(label)?.[1];
  if (good !== undefined) return `the price of ${goodNames[good] ?? good}`;
  return noun.endsWith(' at the world price')
    ? `the world price of ${noun.replace(' at the world price', '')}`
    : `the average price of ${noun}`;
}
