import type { FieldDifference } from '#core/catalogue/index.ts';
import { toPlainText, type RichText } from '#core/catalogue/rich-text.model.ts';
import { ChangedLines } from '#admin/frame/changed-lines.tsx';
import { toTexts } from '../editor/field-texts.ts';
import { fieldNames } from './field-names.ts';

const maxLines = 400;

/** A field's value as lines that can be compared. */
function toLines(path: FieldDifference['path'], value: unknown, currency: string): string[] {
  if (value === null) return [];
  const text =
    path === 'description' && Array.isArray(value)
      ? toPlainText(value as RichText)
      : Object.values(toTexts(path, value, currency))
          .filter((part) => part !== '')
          .join('\n');
  return text.split('\n').slice(0, maxLines);
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
        <ChangedLines
          before={toLines(path, before, currency)}
          after={toLines(path, after, currency)}
        />
      </section>
    ))}
  </>
);
