import type { RejectedForm } from '#site/form-fields.ts';

/** Of a field whose stored text people would not read as it is, `shown` is what they read. */
export type RevisionField = readonly [
  name: string,
  label: string,
  stored: string | number | null | undefined,
  shown?: string,
];

/** A long text that was found to differ from what was typed; without it the field is left out. */
export const listText = (
  name: string,
  label: string,
  savedText: string | undefined,
): readonly RevisionField[] => (savedText === undefined ? [] : [[name, label, savedText]]);

/**
 * Which state of a thing its form shows. If somebody saved another one meanwhile, their texts
 * stand above what was typed, so that both can be read before one replaces the other.
 */
export function FormRevision(props: {
  readonly revision: number | string;
  readonly rejected: RejectedForm | undefined;
  readonly fields: readonly RevisionField[];
}) {
  const { revision, rejected, fields } = props;
  const typedFor = rejected?.values['revision'];
  const isOld = typedFor !== undefined && typedFor !== String(revision);
  const other = fields.filter(
    ([name, , stored]) => (rejected?.values[name] ?? '').trim() !== (stored ?? '').toString(),
  );
  return (
    <>
      <input type="hidden" name="revision" value={revision} />
      {isOld && (
        <SavedNow
          saved={other.map(([, label, stored, shown = stored]) => [label, shown?.toString() ?? ''])}
        />
      )}
    </>
  );
}

/** The values that others have saved since the form was opened; nothing if there are none. */
export const SavedNow = ({
  saved,
}: {
  readonly saved: readonly (readonly [label: string, text: string])[];
}) =>
  saved.length > 0 && (
    <section className="admin-fieldset" aria-label="What is saved now">
      <p>What is saved now, where it differs from what you typed:</p>
      <dl className="admin-saved-now">
        {saved.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || 'Nothing'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
