import type { FieldDifference } from '#core/catalogue/index.ts';
import { ChangedLines } from '#admin/frame/changed-lines.tsx';
import { toLines } from '../editor/field-lines.ts';
import type { FieldNames } from './field-names.ts';

/** The differences between two versions, field by field. */
export const Differences = ({
  differences,
  names,
  currency,
}: {
  readonly differences: readonly FieldDifference[];
  readonly names: FieldNames;
  readonly currency: string;
}) => (
  <>
    {differences.length === 0 && <p>They are identical.</p>}
    {differences.map(({ path, before, after }) => (
      <section key={path} className="edit-difference">
        <h3>{names[path] ?? path}</h3>
        <ChangedLines
          before={toLines(path, before, currency)}
          after={toLines(path, after, currency)}
        />
      </section>
    ))}
  </>
);
