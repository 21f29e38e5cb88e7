/** What stands inside a report, as the search keeps it. Pure. */
import type { ContentsEntry } from '../report-input.model.ts';
import type { VersionParts } from '../report-version.model.ts';
import { toPlainText } from '../rich-text.model.ts';
import { listStems } from './document-stems.model.ts';
import { listFileStems } from './file-words.model.ts';
import type { IndexedReport } from './indexed-report.model.ts';
import { tokenize } from './normalize.model.ts';

export type DeepStems = {
  /** Of title and keywords, and of all that is named: segments and companies, "=…" for each. */
  readonly names: readonly string[];
  /** Of what is said in sentences and headings. */
  readonly text: readonly string[];
  /** Of tables and rankings: mostly names of others. */
  readonly data: readonly string[];
  /** Of the files that it is sold as. */
  readonly files: readonly string[];
};

/** Of one report; a tsvector has an end. */
const maxDeepCharacters = 200_000;

/** `named`: the stems of all that has a name. */
export function separateDeepStems(report: IndexedReport, named: readonly string[]): DeepStems {
  const known = new Set<string>();
  const addNew = (stems: readonly string[]): string[] =>
    stems.filter((stem) => !known.has(stem) && known.add(stem));
  return {
    names: addNew(named),
    text: addNew(listStems(tokenize(joinLines(listTexts(report))))),
    data: addNew(listStems(tokenize(joinLines(listDataNames(report))))),
    files: listFileStems(report.fileText, known),
  };
}

const joinLines = (lines: readonly string[]): string =>
  lines.join('\n').slice(0, maxDeepCharacters);

/** Segments and companies. */
export const listNamed = ({ companies, segmentation }: VersionParts): string[] => [
  ...(companies ?? []),
  ...(segmentation ?? []).flatMap(({ items }) => items),
];

const listContentsTitles = (entries: readonly ContentsEntry[]): string[] =>
  entries.flatMap(({ title, children }) => [title, ...listContentsTitles(children ?? [])]);

function listTexts({ shortDescription, parts }: IndexedReport): string[] {
  return [
    shortDescription,
    ...listContentsTitles(parts.contents ?? []),
    ...(parts.segmentation ?? []).map(({ by }) => by),
    ...(parts.keyFigures ?? []).map(({ label }) => label),
    ...(parts.faqs ?? []).flatMap(({ question, answer }) => [question, answer]),
    ...(parts.authors ?? []),
    toPlainText(parts.description ?? []),
  ];
}

function listDataNames({ industries, parts, data }: IndexedReport): string[] {
  const { series = [], rankings = [] } = data?.figures ?? {};
  return [
    ...industries.map(({ name }) => name),
    ...(parts.tables ?? []),
    ...(parts.figures ?? []),
    ...series.flatMap(({ label, place }) => [label, place]),
    ...rankings.flatMap(({ label, rows }) => [label, ...rows.map(({ name }) => name)]),
  ];
}
