/** Codes of reports in a query: "QM-BCM-1071", "bcm1071", "1071". Pure. */
import { listCodeForms, type Token } from './normalize.model.ts';
import type { Code } from './plan.model.ts';

const toForm = (tokens: readonly Token[]): string =>
  listCodeForms(tokens.map(({ word }) => word).join(''))[0] ?? '';

/**
 * What may be a code, the whole query or words that hyphens join: with a digit, or of short words.
 */
export const listCodes = (tokens: readonly Token[]): string[] => [
  ...new Set(
    listRuns(tokens)
      .map(toForm)
      .filter((form) => form.length > 2),
  ),
];

const maxParts = 7;
const maxLettersOfPart = 5;

function listRuns(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (token.isJoined && run) run.push(token);
    else runs.push([token]);
  }
  const mayBeCode = (run: readonly Token[]): boolean =>
    run.some(({ word }) => /\d/.test(word)) ||
    (run.length > 1 && run.every(({ word }) => word.length <= maxLettersOfPart));
  return [[...tokens], ...runs].filter(
    (run) => run.length > 0 && run.length <= maxParts && mayBeCode(run),
  );
}

/** The beginning of a code counts, but for a number alone. */
export const isCodePrefix = (form: string): boolean => /\D/.test(form);

/** The first code that a report has, with its words. */
export function findCode(
  tokens: readonly Token[],
  known: ReadonlySet<string>,
): { readonly tokens: readonly Token[]; readonly code: Code } | undefined {
  for (const run of listRuns(tokens)) {
    const form = toForm(run);
    if (known.has(form)) return { tokens: run, code: { form, isPrefix: isCodePrefix(form) } };
  }
  return undefined;
}
