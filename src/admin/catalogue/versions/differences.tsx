import type { FieldDifference } from '#core/catalogue/index.ts';
import { toPlainText, type RichText } from '#core/catalogue/rich-text.model.ts';
import { toTexts } from '../editor/field-texts.ts';
import { fieldNames } from './field-names.ts';

const maxLines = 400;

/** A field's value as lines that can be compared. */
function toLines(path: FieldDifference['path'], value: unknown, currency: string): string[] {
  if (value === null) return [];
  if (path === 'data') return ['Series and rankings'];
  const text =
    path === 'description' && Array.isArray(value)
      ? toPlainText(value as RichText)
      : Object.values(toTexts(path, value, currency))
          .filter((part) => part !== '')
          .join('\n');
  return text.split('\n').slice(0, maxLines);
}

type Line = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Lines of both texts: those that only one has are marked. */
function compareLines(before: readonly string[], after: readonly string[]): Line[] {
  const [old, now] = [new Set(before), new Set(after)];
  const removed = before.filter((text) => !now.has(text));
  const lines: Line[] = removed.map((text) => ({ kind: 'removed', text }));
  for (const text of after) lines.push({ kind: old.has(text) ? 'same' : 'added', text });
  return lines;
}

/** What differs between two versions, field by field. */
export const Differences = ({
  differences,
  currency,
}: {
  readonly differences: readonly FieldDifference[];
  readonly currency: string;
}) => (
  <>
    {differences.length === 0 && <p>They say the same.</p>}
    {differences.map(({ path, before, after }) => (
      <section key={path} className="edit-difference">
        <h3>{fieldNames[path]}</h3>
        {compareLines(toLines(path, before, currency), toLines(path, after, currency))
          .filter(({ kind }) => kind !== 'same')
          .map(({ kind, text }, index) => (
            <p key={index} data-kind={kind}>
              {kind === 'added' ? <ins>{text}</ins> : <del>{text}</del>}
            </p>
          ))}
      </section>
    ))}
  </>
);
