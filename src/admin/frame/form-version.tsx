import type { RejectedForm } from '#site/form-fields.ts';

/** Of a field whose stored text people would not read as it is, `shown` is what they read. */
export type VersionField = readonly [
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
): readonly VersionField[] => (savedText === undefined ? [] : [[name, label, savedText]]);

/**
 * Which state of a thing its form shows. Where somebody saved another one meanwhile, their texts
 * stand above what was typed, so that both can be read before one replaces the other.
 */
export function FormVersion(props: {
  readonly version: string;
  readonly rejected: RejectedForm | undefined;
  readonly fields: readonly VersionField[];
}) {
  const { version, rejected, fields } = props;
  const typedFor = rejected?.values['version'];
  const isOld = typedFor !== undefined && typedFor !== version;
  const other = fields.filter(
    ([name, , stored]) => (rejected?.values[name] ?? '').trim() !== (stored ?? '').toString(),
  );
  return (
    <>
      <input type="hidden" name="version" value={version} />
      {isOld && other.length > 0 && (
        <section className="admin-fieldset" aria-label="What is saved now">
          <p>What is saved now, where it differs from what you typed:</p>
          <dl className="admin-saved-now">
            {other.map(([name, label, stored, shown = stored]) => (
              <div key={name}>
                <dt>{label}</dt>
                <dd>{shown === null || shown === '' ? 'Nothing' : shown}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}
