/** Queries that anybody may type for a report of a given title, each with what it is to find. */
import { createRandom, type Random } from '#demo/random.ts';

export type SearchCase = {
  readonly rule: string;
  readonly query: string;
  /** Codes of reports of which any is right. */
  readonly expected: readonly string[];
  /** True for what is typed so far. */
  readonly isTyping?: boolean;
};

export type TitledReport = {
  readonly code: string;
  readonly title: string;
  /** The topic, if the title has another form than the demo's. */
  readonly topic?: string;
};

/** "Lithium" of "Lithium Market: World Supply, Reserves and Prices". */
const toTopic = ({ title, topic }: TitledReport): string =>
  topic ??
  title
    .split(': ')[0]
    ?.replace(/ \([^()]*\)/g, '')
    .replace(/ (?:Market|Worldwide|Prices)$/, '')
    .trim() ??
  title;

/** From British to American spelling, if a topic has such a word. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/aluminum/i, 'aluminium'],
  [/sulfur/i, 'sulphur'],
  [/fiber/i, 'fibre'],
  [/tires/i, 'tyres'],
  [/molds/i, 'moulds'],
  [/jewelry/i, 'jewellery'],
  [/center/i, 'centre'],
  [/defense/i, 'defence'],
  [/armored/i, 'armoured'],
  [/program/i, 'programme'],
  [/fertilizer/i, 'fertiliser'],
  [/capitalization/i, 'capitalisation'],
  [/fibreglass/i, 'fiberglass'],
];

/** One letter too few, too many, another one, or two swapped; never the first one. */
function misspell(word: string, random: Random): string {
  const place = 1 + random(word.length - 2);
  const letter = String.fromCharCode(97 + random(26));
  const [before, after] = [word.slice(0, place), word.slice(place + 1)];
  const kinds = [
    before + after,
    before + letter + word.slice(place),
    before + letter + after,
    before + after.slice(0, 1) + word.slice(place, place + 1) + after.slice(1),
  ];
  return kinds[random(kinds.length)] ?? word;
}

/** The longest word with so many errors; undefined if none is long enough for them. */
function misspellTopic(topic: string, errors: number, random: Random): string | undefined {
  const longest = topic
    .split(' ')
    .filter((word) => /^[A-Za-z]+$/.test(word))
    .toSorted((a, b) => b.length - a.length)[0];
  if (!longest || longest.length < (errors === 1 ? 5 : 8)) return undefined;
  let wrong = longest;
  for (let count = 0; count < errors; count++) wrong = misspell(wrong, random);
  return topic.replace(longest, wrong);
}

const toPlural = (topic: string): string =>
  topic.endsWith('s') ? topic.replace(/s$/, '') : topic.replace(/(?<![aeiou])y$/, 'ie') + 's';

const rules: Readonly<Record<string, (topic: string, random: Random) => string | undefined>> = {
  topic: (topic) => topic,
  'lower case': (topic) => topic.toLowerCase(),
  'market size': (topic) => `${topic} market size 2030`,
  'global report': (topic) => `global ${topic} industry report pdf`,
  'other number': toPlural,
  'one error': (topic, random) => misspellTopic(topic, 1, random),
  'two errors': (topic, random) => misspellTopic(topic, 2, random),
  'other order': (topic) =>
    topic.includes(' ') && !/ (?:and|of|from|per) |,/.test(topic)
      ? topic.split(' ').toReversed().join(' ')
      : undefined,
  'unknown word': (topic) => `${topic} xyloquartz`,
  'other spelling': (topic) => {
    const found = spellings.find(([pattern]) => pattern.test(topic));
    return found && topic.replace(...found);
  },
  joined: (topic) => (/^\S{4,} \S{4,}$/.test(topic) ? topic.replace(' ', '') : undefined),
};

/** Of each rule about as many as of the others, the same for the same seed. */
export function makeCasesByRule(reports: readonly TitledReport[], perRule: number): SearchCase[] {
  const random = createRandom(15);
  const byTopic = Map.groupBy(reports, (report) => toTopic(report).toLowerCase());
  const pick = (): TitledReport => reports[random(reports.length)] ?? reports[0] ?? never();
  const cases: SearchCase[] = [];
  const add = (rule: string, make: (report: TitledReport) => Partial<SearchCase> | undefined) => {
    for (let tries = 0, made = 0; made < perRule && tries < 40 * perRule; tries++) {
      const report = pick();
      const topic = toTopic(report).toLowerCase();
      const expected = (byTopic.get(topic) ?? [report]).map(({ code }) => code);
      const query = make(report);
      if (!query?.query) continue;
      made++;
      cases.push({ rule, expected, ...query, query: query.query });
    }
  };
  for (const [rule, make] of Object.entries(rules))
    add(rule, (report) => {
      const query = make(toTopic(report), random);
      return query === undefined ? undefined : { query };
    });
  add('exact title', ({ title, code }) => ({ query: title, expected: [code] }));
  add('code', ({ code }) => ({ query: code.toLowerCase(), expected: [code] }));
  add('code without prefix', ({ code }) => ({
    query: code.replace(/^\w+-/, '').replaceAll('-', ' '),
    expected: [code],
  }));
  add('prefix', (report) => {
    const topic = toTopic(report);
    return { query: topic.slice(0, Math.max(6, Math.ceil(topic.length * 0.8))), isTyping: true };
  });
  return cases;
}

function never(): never {
  throw new Error('There are no reports');
}
