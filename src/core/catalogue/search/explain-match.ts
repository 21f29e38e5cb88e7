/** Why a report was found, from what it says. */
import { splitAtMatches, type InsidePart, type MatchReason } from './match-reason.model.ts';
import type { ContentsEntry } from '../reports/report-input.model.ts';
import type { VersionParts } from '../reports/report-version.model.ts';
import { toPlainText } from '../rich-text/rich-text.model.ts';
import { listClasses } from './document.model.ts';
import { listCodeForms, listJoinedWords, tokenize, toStem, type Token } from './normalize.model.ts';
import { anyWord, listTermStems, type Group, type Plan } from './plan.model.ts';

export type ExplainedReport = {
  readonly code: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly parts: VersionParts;
  /** The names of its series and rankings, and whom they rank. */
  readonly dataNames: readonly string[];
  /** Of each group of the plan, in its order: whether only the files that are sold have it. */
  readonly isInFiles: readonly boolean[];
};

type AskedWords = Pick<Plan, 'groups' | 'codes'>;

/** Why a title or a code alone says enough; undefined if the rest of the report must be read. */
export function explainByTitle(
  { code, title }: Pick<ExplainedReport, 'code' | 'title'>,
  { codes, groups }: AskedWords,
): MatchReason | undefined {
  const forms = listCodeForms(code);
  const isCode = codes.some((one) =>
    forms.some((form) => (one.isPrefix ? form.startsWith(one.form) : form === one.form)),
  );
  if (isCode) return { place: 'code', text: code, without: [] };
  return groups.every((group) => hasGroup(title, group))
    ? { place: 'title', text: '', without: [] }
    : undefined;
}

/**
 * Returns the typed words that cannot be read in a title, though it may say the same otherwise. A
 * corrected spelling is not among it.
 */
export const listUnseen = (title: string, asked: Pick<Plan, 'groups'>): string[] =>
  asked.groups
    .filter(({ typed, isGuess }) => !isGuess && !typed.split(/\s+/).every(isIn(title)))
    .map(({ typed }) => typed);

const isIn =
  (title: string) =>
  (word: string): boolean =>
    word.length < 2 || splitAtMatches(title, word).some(({ isMatch }) => isMatch);

/** The first word of the query that the title lacks decides, since the title can be seen. */
export function explainMatch(report: ExplainedReport, plan: AskedWords): MatchReason {
  const byTitle = explainByTitle(report, plan);
  if (byTitle) return byTitle;
  const { groups } = plan;
  const missing = groups.filter((group) => !hasGroup(report.title, group));
  const found = missing.map((group) => ({
    group,
    reason:
      findReason(report, group) ??
      findApart(report, group) ??
      findInFiles(report, groups.indexOf(group)),
  }));
  const without = found.flatMap(({ group, reason }) => (reason ? [] : [group.typed]));
  const reasons = found.flatMap((one) => one.reason ?? []);
  // What can be quoted says more.
  const reason = reasons.find(({ text }) => text !== '') ?? reasons[0];
  if (reason) return { ...reason, without };
  const isInTitle = missing.length < groups.length;
  return { place: isInTitle ? 'title' : 'elsewhere', text: '', without: isInTitle ? without : [] };
}

type Reason = Pick<MatchReason, 'place' | 'text' | 'part'>;

function findReason(report: ExplainedReport, group: Group): Reason | undefined {
  const { parts } = report;
  const keyword = [
    ...(parts.synonyms ?? []),
    ...(parts.keywords ?? []),
    ...(parts.geography ?? []),
  ].find((text) => hasGroup(text, group));
  if (keyword !== undefined) return { place: 'keyword', text: keyword };
  for (const [part, lines] of listInside(report)) {
    const line = lines().find((text) => mayHave(text, group) && hasGroup(text, group));
    if (line !== undefined) return { place: 'inside', part, text: line.slice(0, 300) };
  }
  return undefined;
}

/** Words of one meaning that stand in several places: the first that the title lacks is quoted. */
function findApart(report: ExplainedReport, group: Group): Reason | undefined {
  for (const stems of group.alternatives.filter(({ length }) => length > 1)) {
    const reasons = stems
      .map((stem): Group => ({ ...group, alternatives: [[stem]] }))
      .filter((one) => !hasGroup(report.title, one))
      .map((one) => findReason(report, one));
    const [first] = reasons;
    if (first && reasons.every((reason) => reason !== undefined)) return first;
  }
  return undefined;
}

const findInFiles = ({ isInFiles }: ExplainedReport, place: number): Reason | undefined =>
  isInFiles[place] ? { place: 'inside', part: 'file', text: '' } : undefined;

/** The short parts first; the description is read only if they say nothing. */
const listInside = ({
  parts,
  shortDescription,
  dataNames,
}: ExplainedReport): [InsidePart, () => string[]][] => [
  ['companies', () => [...(parts.companies ?? [])]],
  ['contents', () => listNumberedContents(parts.contents ?? [])],
  ['tables', () => [...(parts.tables ?? []), ...(parts.figures ?? []), ...dataNames]],
  ['segments', () => (parts.segmentation ?? []).flatMap(({ by, items }) => [by, ...items])],
  ['description', () => splitSentences(shortDescription)],
  ['questions', () => (parts.faqs ?? []).flatMap(({ question, answer }) => [question, answer])],
  ['description', () => splitSentences(toPlainText(parts.description ?? []))],
];

const splitSentences = (text: string): string[] => text.split(/(?<=[.!?])\s+|\n+/u);

/** "8.5 Siemens AG": numbered by their place, where the title has no number of its own. */
const listNumberedContents = (entries: readonly ContentsEntry[], above = ''): string[] =>
  entries.flatMap(({ title, children }, index) => {
    const number = `${above}${index + 1}`;
    return [
      /^\d/.test(title) ? title : `${number} ${title}`,
      ...listNumberedContents(children ?? [], `${number}.`),
    ];
  });

/** Quick, and wrong only if nothing is lost: most lines have no word that begins alike. */
const mayHave = (text: string, { alternatives }: Group): boolean => {
  const lower = text.toLowerCase();
  return alternatives.some((terms) =>
    listTermStems(terms).every((stem) => lower.includes(stem.slice(0, 2))),
  );
};

function hasGroup(text: string, { alternatives }: Group): boolean {
  const tokens = tokenize(text);
  const stems = new Set([
    ...tokens.map(({ stem }) => stem),
    ...listJoinedWords(tokens).map(toStem),
    ...listClasses(tokens),
  ]);
  return alternatives.some((terms) =>
    terms.every((term) => (term.includes(' ') ? hasPhrase(tokens, term) : stems.has(term))),
  );
}

/** True if the words of the phrase stand together, in order. */
function hasPhrase(tokens: readonly Token[], phrase: string): boolean {
  const wanted = phrase.split(' ');
  return tokens.some((_, start) =>
    wanted.every((stem, place) => stem === anyWord || tokens[start + place]?.stem === stem),
  );
}
