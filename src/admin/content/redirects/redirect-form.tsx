import type { WrittenRedirects } from '#core/store/redirects/redirects.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { FormRevision } from '#admin/frame/form-revision.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

/** The form of a redirect; without one, of a new one. */
export function RedirectForm(props: {
  readonly redirect?: { readonly from: string; readonly to: string; readonly revision: number };
  readonly rejected: RejectedForm | undefined;
}) {
  const { redirect, rejected } = props;
  return (
    <AdminForm intent="save" rejected={rejected}>
      {redirect && (
        <FormRevision
          revision={redirect.revision}
          rejected={rejected}
          fields={[
            ['from', 'From', redirect.from],
            ['to', 'To', redirect.to],
          ]}
        />
      )}
      <TextField
        label="From"
        hint={
          'An address of this site without a page of its own, such as /old-page or ' +
          '/report.php?id=5. Capitals do not matter.'
        }
        placeholder="/old-page"
        maxLength={500}
        required
        {...fieldProps('from', redirect?.from, rejected)}
      />
      <TextField
        label="To"
        hint="A page of this site, or a whole address of another one."
        placeholder="/new-page"
        maxLength={500}
        required
        {...fieldProps('to', redirect?.to, rejected)}
      />
      <p>
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
      </p>
    </AdminForm>
  );
}

/** "3 redirects were saved. 2 earlier ones now lead there in one hop." */
export function describeWritten({ written, shortened }: WrittenRedirects): string {
  const saved = written === 1 ? 'The redirect was saved.' : `${written} redirects were saved.`;
  if (shortened === 0) return saved;
  const earlier =
    shortened === 1 ? '1 earlier one now leads' : `${shortened} earlier ones now lead`;
  return `${saved} ${earlier} there in one hop.`;
}
