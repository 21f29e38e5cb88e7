import { expect, test } from 'vitest';
import { writeDemoReports } from './demo-reports.ts';
import { createDemoFileReader } from './read-demo-file.ts';

const reports = writeDemoReports(createDemoFileReader('db/demo'));

const texts = reports.flatMap(({ code, text }) =>
  [
    text.title,
    text.shortDescription,
    text.metaDescription,
    ...text.intro,
    ...text.drivers,
    ...text.restraints,
    ...text.method,
    ...text.analysis.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
    ...text.faqs.flatMap(({ question, answer }) => [question, answer]),
  ].map((words) => ({ code, words })),
);

/** The first few texts that contain the pattern, as "code: text". */
const find = (pattern: RegExp): string[] =>
  texts
    .filter(({ words }) => pattern.test(words))
    .slice(0, 3)
    .map(({ code, words }) => `${code}: ${words}`);

const mistakes: readonly (readonly [mistake: string, pattern: RegExp])[] = [
  ['a doubled word', /(?<![\w-])(?!(?:Paris|had|that)\b)([a-z]+) \1(?![\w-])/i],
  ['a doubled space or a space before a mark', / {2}| [,.;:!?](?!\d)/],
  ['a doubled mark', /[,;:]{2}|[^.]\.\.(?!\.)|,\./],
  ['a signed change in words', /changed by|(?:by|of) minus|minus \d(?!\d* degrees)/],
  ['a rise or fall by nothing', /(?:rose|fell|grew|rise|fall) (?:by|of) 0\u00a0%/],
  ['a negative rise or fall', /(?:rose|fell|grew|rise|fall|up|down|by) [−-]\d/],
  ['a minus before zero', /(?<!\d)[−-]0(?:\.0+)?(?![.\d])/],
  [
    'one of something in the plural',
    /(?<![\d.,–/-])\b1 (?:years|entries|tonnes|claims|vehicles|falls|rises|points)\b/,
  ],
  [
    'many of something in the singular',
    /(?<![\d.,])\b(?:0|[2-9]|\d{2,}) (?:year|entry|tonne|ranking)(?![\w-])/,
  ],
  ['a plural list of one', /(?:turning points|they) are the (?:peak|trough) of [^,;]*?\)\./i],
  [
    'a missing article',
    /(?:(?:of|to|by|that|is|from|and|ahead of|;) |^)(?:European Union|United (?:States|Kingdom|Arab)|Netherlands|Philippines)\b(?! of)/,
  ],
  ['"a" before a vowel sound', /\b[Aa] (?:[aei]|o(?!ne|nce)|un[^i]|8|11\b|18\b)/],
  ['"an" before a consonant sound', /\b[Aa]n (?:[bcdfgjklmnpqrtvwz][a-z]|uni|use|euro)/],
  [
    'a repeated unit',
    /per ([\w ]+) per \1|dollars of 2017[^.]*dollars of 2017[^.]*dollars of 2017|% a year a year/,
  ],
  ['a label of the data', /, avg |a index|tsr20|\(computed\)|medicare|Prices? Prices?/],
];

/** Of the sentences that rules make; what is written by hand may use the words in another sense. */
const ruleMistakes: typeof mistakes = [
  [
    'a plural subject with a singular verb',
    /\b(?:imports|exports|claims|beneficiaries|sales|vehicles|cars|vans|trucks|buses) (?:is|was|has|stands|belongs|shows)\b/i,
  ],
  [
    'a turn of phrase that no one uses',
    /stands the|belongs to|belongs beside|anyone who looked|restless series/i,
  ],
];

test.each(mistakes)('no report has %s', (_, pattern) => {
  expect(find(pattern)).toEqual([]);
});

test.each(ruleMistakes)('no sentence made by a rule has %s', (_, pattern) => {
  const analysis = reports.flatMap(({ text }) =>
    text.analysis.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
  );
  expect(analysis.filter((words) => pattern.test(words)).slice(0, 3)).toEqual([]);
});

test('every sentence begins with a capital letter or a number', () => {
  expect(find(/^[a-z](?!-)|[a-z)]\. [a-z]/)).toEqual([]);
});

test('every paragraph and answer ends as a sentence', () => {
  const unfinished = reports.flatMap(({ text }) =>
    [
      ...text.analysis.flatMap(({ paragraphs }) => paragraphs),
      ...text.faqs.map(({ answer }) => answer),
    ].filter((words) => !/[.!?]$/.test(words)),
  );
  expect(unfinished).toEqual([]);
});
