import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { findExtraLines } from '#admin/frame/extra-lines.ts';
import { toLines } from './field-lines.ts';

const maxLines = 40;

/**
 * Two values of a field as lines of words, with only what the other lacks: whole texts would hide
 * it. "nothing" is an empty value. Pure, for server and browser.
 */
export function compareField(
  path: DraftField,
  mine: unknown,
  theirs: unknown,
  currency: string,
): { readonly mine: string; readonly theirs: string } {
  const [ours, others] = [toLines(path, mine, currency), toLines(path, theirs, currency)];
  const [onlyOurs, onlyOthers] = [findExtraLines(ours, others), findExtraLines(others, ours)];
  if (onlyOurs.length > 0 || onlyOthers.length > 0)
    return { mine: describe(onlyOurs, ours), theirs: describe(onlyOthers, others) };
  return ours.join('\n') === others.join('\n')
    ? {
        mine: 'The same words with your formatting',
        theirs: 'The same words with other formatting',
      }
    : { mine: 'The same items in this order', theirs: 'The same items in another order' };
}

function describe(extra: readonly string[], all: readonly string[]): string {
  if (all.length === 0) return 'nothing';
  if (extra.length === 0) return 'all but that';
  const more = extra.length - maxLines;
  return [...extra.slice(0, maxLines), ...(more > 0 ? [`and ${more} more lines`] : [])].join('\n');
}
