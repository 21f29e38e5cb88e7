import { Alert } from './alert.tsx';
import { describeErrorCount } from './error-count.ts';

export type ListedError = {
  readonly message: string;
  /** The field's label, if the sentence does not say it. */
  readonly label?: string | undefined;
  /** The id of its field; undefined if the page has no field for it. */
  readonly fieldId?: string | undefined;
};

/** Every error of a refused form, each a link to its field; a mended one goes by `mend-errors`. */
export function ErrorSummary({ errors }: { errors: readonly ListedError[] }) {
  return (
    <Alert>
      <div data-error-summary>
        {errors.length > 1 && <p className="font-semibold">{describeErrorCount(errors.length)}</p>}
        <ul className="grid gap-1">
          {errors.map(({ message, label, fieldId }) => (
            <li key={`${fieldId} ${message}`}>
              {fieldId ? (
                <a className="inline-block py-0.5 text-bad underline" href={`#${fieldId}`}>
                  {withLabel(message, label)}
                </a>
              ) : (
                withLabel(message, label)
              )}
            </li>
          ))}
        </ul>
      </div>
    </Alert>
  );
}

/** A long label that the sentence has in its words is not said twice. */
function withLabel(message: string, label: string | undefined): string {
  if (!label) return message;
  const isSaid = label.length > 3 && message.toLowerCase().includes(label.toLowerCase());
  return isSaid ? message : `${label}: ${message}`;
}
