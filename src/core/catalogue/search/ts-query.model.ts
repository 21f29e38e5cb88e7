/** Queries in PostgreSQL's own notation (tsquery). Pure. */
import { anyWord, type Alternative, type Code, type Group } from './plan.model.ts';

/** In find_report: the subject of a title, keywords and other names, and the whole title. */
export const titleParts = { subject: 'A', keywords: 'B', title: 'C' } as const;
export const subjectWeight = titleParts.subject;
export const titleWeights = `${titleParts.subject}${titleParts.title}`;
/** In find_deep: names, then text, then data; what the files alone say has the last. */
export const deepWeights = { names: 'A', text: 'B', data: 'C', files: 'D' } as const;
/** The weight of the text of a report's page. */
export const pageWeights = 'ABC';

/** Returns what a code is known by. */
export const toCodeLexeme = (form: string): string => `#${form}`;

/** Returns what a name as a whole is known by, so that it is told from single words. */
export const toAliasLexeme = (key: string): string => `=${key}`;

export const quoteLexeme = (lexeme: string): string =>
  `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** `weights` limits where it stands. */
const quote = (lexeme: string, weights = ''): string =>
  `${quoteLexeme(lexeme)}${weights === '' ? '' : `:${weights}`}`;

/** The stems of a phrase stand one behind the other, with one word between them for each `anyWord`. */
function quoteTerm(term: string, weights = ''): string {
  const [first = '', ...others] = term.split(' ');
  let query = quote(first, weights);
  let distance = 1;
  for (const stem of others) {
    if (stem !== anyWord) query += ` <${distance}> ${quote(stem, weights)}`;
    distance = stem === anyWord ? distance + 1 : 1;
  }
  return others.length > 0 ? `(${query})` : query;
}

/** undefined where nothing is asked: PostgreSQL has no query that matches nothing. */
const join = (parts: readonly string[], operator: '&' | '|'): string | undefined =>
  parts.length === 0 ? undefined : parts.join(` ${operator} `);

/** Asks for all stems and phrases of one alternative. */
export const toStemsQuery = (stems: Alternative, weights?: string): string =>
  stems.map((term) => quoteTerm(term, weights)).join(' & ');

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
    groups.flatMap(({ alternatives }) => (alternatives[0] ?? []).map((term) => quoteTerm(term))),
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
