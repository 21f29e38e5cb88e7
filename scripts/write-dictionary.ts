/**
 * Writes the dictionary of the search from WordNet's database files (see NOTICE): for each noun the
 * words that mean the same, the kinds of thing that it is, and what its definition says.
 *
 *     node scripts/write-dictionary.ts <folder with data.noun and index.noun>
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const target = 'src/core/catalogue/search/dictionary.data.ts';

/**
 * WordNet's files of goods, work, people and what happens to them: acts, animals, artifacts, bodies,
 * communication, food, groups, objects, people, phenomena, plants, possessions, processes,
 * substances, states.
 */
const kinds = new Set([4, 5, 6, 8, 10, 13, 14, 17, 18, 19, 20, 21, 22, 26, 27]);
/** Of animals, bodies, acts, texts, plants and states only single words: the others are many. */
const kindsOfSingleWords = new Set([4, 5, 8, 10, 20, 26]);
const maxSenses = 2;
const maxKindsOf = 3;
const maxWords = 3;
const maxWordsOfDefinition = 5;
/** Words that so many definitions have say nothing. */
const maxDefinitions = 900;

type Sense = {
  readonly kind: number;
  readonly words: readonly string[];
  readonly kindsOf: readonly number[];
  readonly isName: boolean;
  readonly definition: readonly string[];
};

const [folder = ''] = process.argv.slice(2);
const readLines = (file: string): string[] =>
  readFileSync(path.join(folder, file), 'latin1')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '));

const toPlain = (word: string): string => word.replaceAll(/[_-]/g, ' ').replaceAll(/\(.*\)/g, '');
const isPlain = (word: string): boolean =>
  /^(?:[a-z][a-z' -]+|[A-Z]{2,6})$/.test(word) && word.split(' ').length <= maxWords;

function readSense(line: string): [number, Sense] {
  const [facts = '', gloss = ''] = line.split(' | ');
  const [offset, kind, , count = '0', ...rest] = facts.split(' ');
  const wordCount = Number.parseInt(count, 16);
  const words = Array.from({ length: wordCount }, (_, index) => toPlain(rest[index * 2] ?? ''));
  const pointers = rest.slice(wordCount * 2 + 1);
  const of = (sign: string): number[] =>
    pointers.flatMap((one, index) =>
      one === sign && pointers[index + 2] === 'n' ? [Number(pointers[index + 1])] : [],
    );
  const definition = (gloss.split('"')[0] ?? '').toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const isName = of('@i').length > 0 || words.some((word) => /^[A-Z]/.test(word) && !isPlain(word));
  return [Number(offset), { kind: Number(kind), words, kindsOf: of('@'), isName, definition }];
}

const senses = new Map(readLines('data.noun').map(readSense));
const definitions = new Map<string, number>();
for (const { definition } of senses.values())
  for (const word of new Set(definition)) definitions.set(word, (definitions.get(word) ?? 0) + 1);

const isTelling = (word: string): boolean => (definitions.get(word) ?? 0) <= maxDefinitions;

function describe(word: string, sense: Sense): [string[], string[], string[]] {
  const others = sense.words.filter((one) => one !== word && isPlain(one));
  const kindsOf = sense.kindsOf.flatMap((id) => senses.get(id)?.words.filter(isPlain) ?? []);
  const said = [...new Set(sense.definition)].filter(
    (one) => isTelling(one) && !word.split(' ').includes(one),
  );
  return [others, kindsOf.slice(0, maxKindsOf), said.slice(0, maxWordsOfDefinition)];
}

const lines = readLines('index.noun').flatMap((line) => {
  const [entry = '', , , pointers = '0', ...rest] = line.trim().split(' ');
  const word = toPlain(entry);
  const found = rest
    .slice(Number(pointers) + 2)
    .flatMap((offset) => senses.get(Number(offset)) ?? [])
    .slice(0, maxSenses + 1)
    .filter(({ kind, isName }) => kinds.has(kind) && !isName)
    .filter(({ kind }) => !word.includes(' ') || !kindsOfSingleWords.has(kind))
    .slice(0, maxSenses)
    .map((sense) => describe(word, sense));
  if (found.length === 0 || !isPlain(word)) return [];
  const parts = [0, 1, 2].map((part) => [...new Set(found.flatMap((one) => one[part] ?? []))]);
  return [[word, parts.map((part) => part.join(',')).join('|')] as const];
});
const text = [...new Map(lines)]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map((line) => line.join('|'))
  .join('\n');
writeFileSync(
  target,
  `/** Written by scripts/write-dictionary.ts from WordNet (see NOTICE). */\nexport const dictionary = \`\n${text}\n\`;\n`,
);
console.log(`${lines.length} words, ${text.length} characters`);
