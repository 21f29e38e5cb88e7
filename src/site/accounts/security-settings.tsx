import type { Session } from '#core/accounts/model.ts';
import { paths } from '#src/paths.ts';
import { Field } from '#ui/field.tsx';
import { formatDate } from '#ui/format.ts';

type RejectedForm = { readonly errors: Readonly<Record<string, readonly string[]>> } | undefined;
type Props = {
  readonly sessions: readonly Session[];
  readonly rejectedPasswordChange: RejectedForm;
  readonly rejectedDeletion: RejectedForm;
};

/** What a browser calls itself, in the words of people: "Firefox on Windows". The first that fits counts, since most call themselves several. */
function describeBrowser(userAgent: string): string {
  const findName = (table: readonly (readonly [RegExp, string])[]): string | undefined =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser =
    findName([
      [/Edg/, 'Edge'],
      [/OPR\//, 'Opera'],
      [/Firefox\//, 'Firefox'],
      [/Chrom/, 'Chrome'],
      [/Safari\//, 'Safari'],
    ]) ?? 'A browser';
  const system = findName([
    [/iPhone|iPad/, 'iOS'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/Linux|X11/, 'Linux'],
  ]);
  return system ? `${browser} on ${system}` : browser;
}

/** Password, sessions, the export of all data, and the end of the account. What was refused is said at the form that was sent. */
export function SecuritySettings({ sessions, rejectedPasswordChange, rejectedDeletion }: Props) {
  return (
    <section className="mt-12 grid gap-8 *:min-w-0 md:grid-cols-2" aria-label="Security">
      <form method="post" className="sheet grid content-start gap-4 p-5">
        <h2 className="text-[22px]">Change your password</h2>
        <input type="hidden" name="what" value="password" />
        <Field
          name="present"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          error={rejectedPasswordChange?.errors['present']?.[0]}
        />
        <Field
          name="password"
          label="New password (6 characters or more; longer is safer)"
          type="password"
          autoComplete="new-password"
          required
          maxLength={200}
          error={rejectedPasswordChange?.errors['password']?.[0]}
        />
        <p>
          <button className="button">Change the password</button>
        </p>
      </form>
      <div className="grid content-start gap-8 *:min-w-0">
        <form method="post" className="sheet grid content-start gap-3 p-5">
          <h2 className="text-[22px]">Sessions</h2>
          <input type="hidden" name="what" value="sessions" />
          <ul className="text-[15px]">
            {sessions.map(({ createdAt, userAgent, isCurrent }) => (
              <li key={createdAt + userAgent} className="border-t border-rule py-2">
                <span className="block" title={userAgent}>
                  {describeBrowser(userAgent)}
                </span>
                <span className="label">
                  since {formatDate(createdAt)}
                  {isCurrent ? ', this one' : ''}
                </span>
              </li>
            ))}
          </ul>
          <p>
            <button className="button quiet" disabled={sessions.length < 2}>
              End all others
            </button>
          </p>
        </form>
        <div className="sheet grid content-start gap-3 p-5">
          <h2 className="text-[22px]">What we keep</h2>
          <p>
            <a className="button quiet" href={paths.dataExport()} download>
              Export as JSON
            </a>
          </p>
          <details className="mt-2" open={rejectedDeletion !== undefined}>
            <summary className="link py-1">Delete the account</summary>
            <form method="post" className="mt-3 grid gap-3">
              <p className="text-[15px]">
                Your profile, sessions and links are deleted at once. Orders and invoices stay for
                as long as the tax law asks (ten years), without the account; downloads by your
                letters' links go on. Enquiries that you sent stay with sales: write to us to have
                them erased.
              </p>
              <input type="hidden" name="what" value="remove" />
              <Field
                id="remove-password"
                name="password"
                label="Your password"
                type="password"
                autoComplete="current-password"
                required
                maxLength={200}
                error={rejectedDeletion?.errors['password']?.[0]}
              />
              <p>
                <button className="button">Delete the account for good</button>
              </p>
            </form>
          </details>
        </div>
      </div>
    </section>
  );
}
