/** Queries in PostgreSQL's own notation (tsquery). Pure. */
import { toCodeLexeme } from './document.model.ts';
import { toAliasLexeme } from './document.model.ts';
import type { Code, Group } from './plan.model.ts';

/** What is in the subject of a title, and what is anywhere in it. */
export const subjectWeight = 'A';
export const titleWeights = 'AC';
/** In find_deep: names, then text, then data; what the files alone say has the last. */
export const deepWeights = { names: 'A', text: 'B', data: 'C', files: 'D' } as const;
/** What the report's page says. */
export const pageWeights = 'ABC';

/** `weights` limits where it stands. */
const quote = (lexeme: string, weights = ''): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${weights === '' ? '' : `:${weights}`}`;

/** undefined where nothing is asked: PostgreSQL has no query that matches nothing. */
const join = (parts: readonly string[], operator: '&' | '|'): string | undefined =>
  parts.length === 0 ? undefined : parts.join(` ${operator} `);

/** All stems. */
export const toStemsQuery = (stems: readonly string[], weights?: string): string =>
  stems.map((stem) => quote(stem, weights)).join(' & ');

export const toGroupQuery = ({ alternatives }: Group, weights?: string): string =>
  alternatives.map((stems) => `(${toStemsQuery(stems, weights)})`).join(' | ');

/** All groups. */
export const toAllQuery = (groups: readonly Group[], weights?: string): string | undefined =>
  join(
    groups.map((group) => `(${toGroupQuery(group, weights)})`),
    '&',
  );

/** The best alternative of each group: what was typed. */
export const toBestQuery = (groups: readonly Group[]): string | undefined =>
  join(
    groups.flatMap(({ alternatives }) => (alternatives[0] ?? []).map((stem) => quote(stem))),
    '&',
  );

export const toAnyQuery = (stems: readonly string[], weights?: string): string | undefined =>
  join(
    stems.map((stem) => quote(stem, weights)),
    '|',
  );

export const toPrefixQuery = (prefix: string): string => quote(prefix, `*${titleWeights}`);

export const toAliasQuery = (keys: readonly string[]): string | undefined =>
  toAnyQuery(keys.map(toAliasLexeme));

export const toCodeQuery = (codes: readonly Code[]): string | undefined =>
  join(
    codes.map(({ form, isPrefix }) => quote(toCodeLexeme(form), isPrefix ? '*' : '')),
    '|',
  );

/** A stored value: the lexemes of each weight. Positions only carry the weight. */
export const toTsVector = (byWeight: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(byWeight)
    .flatMap(([weight, lexemes]) => lexemes.map((lexeme) => `${quote(lexeme)}:1${weight}`))
    .join(' ');
