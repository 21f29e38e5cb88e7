import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DateField, SelectField, TextAreaField, fieldProps } from '#admin/frame/fields.tsx';
import type { EnquiryState } from '#core/leads/inbox/enquiry.model.ts';
import type { StaffName } from '#core/leads/inbox/list-enquiries.ts';
import type { Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type Rejected = { readonly rejected: RejectedForm | undefined };

const ofForm = ({ rejected }: Rejected, intent: string) =>
  rejected?.intent === intent ? rejected : undefined;

/** Owner, follow-up and state, each with one click or two. */
export function EnquiryWork(
  props: Rejected & {
    readonly enquiry: Enquiry;
    readonly owners: readonly StaffName[];
    readonly staffId: number;
  },
) {
  const { enquiry, owners, staffId, rejected } = props;
  const owner = enquiry.owner && String(enquiry.owner.id);
  return (
    <AdminSection title="Work">
      <div className="admin-stack">
        {enquiry.owner?.id !== staffId && (
          <AdminForm intent="assign" rejected={undefined} className="admin-inline">
            <input type="hidden" name="owner" value={staffId} />
            <SubmitButton className="admin-button" busyLabel="Assigning…" data-key="a">
              Assign to me
            </SubmitButton>
          </AdminForm>
        )}
        <AdminForm intent="assign" rejected={rejected} className="admin-inline">
          <SelectField
            label="Owner"
            noneLabel="Nobody"
            options={owners.map(({ id, name }) => [String(id), name])}
            {...fieldProps('owner', owner, ofForm(props, 'assign'))}
          />
          <SubmitButton className="admin-button" busyLabel="Assigning…">
            Assign
          </SubmitButton>
        </AdminForm>
        <AdminForm intent="follow-up" rejected={rejected} className="admin-inline">
          <DateField
            label="Follow-up on"
            {...fieldProps('day', enquiry.followUpOn, ofForm(props, 'follow-up'))}
          />
          <SubmitButton className="admin-button" busyLabel="Saving…">
            Set
          </SubmitButton>
        </AdminForm>
        <StateForm enquiry={enquiry} rejected={rejected} />
      </div>
    </AdminSection>
  );
}

/** One button for each state that the enquiry can have next. */
const StateForm = ({ enquiry, rejected }: Rejected & { readonly enquiry: Enquiry }) => (
  <AdminForm intent="state" rejected={rejected} className="admin-buttons">
    {listMoves(enquiry).map(([state, label]) => (
      <SubmitButton
        key={state}
        name="state"
        value={state}
        className="admin-button"
        busyLabel="Saving…"
      >
        {label}
      </SubmitButton>
    ))}
  </AdminForm>
);

function listMoves({ state }: Enquiry): (readonly [EnquiryState, string])[] {
  if (state === 'spam') return [['open', 'Not spam']];
  const toOpen = state === 'open' ? [] : ([['open', 'Reopen']] as const);
  const toClosed = state === 'closed' ? [] : ([['closed', 'Close']] as const);
  return [...toOpen, ...toClosed, ['spam', 'Mark as spam']];
}

export const NoteForm = (props: Rejected) => (
  <AdminForm intent="note" rejected={props.rejected} idPrefix="note-">
    <TextAreaField
      label="New note"
      rows={3}
      maxLength={5000}
      required
      {...fieldProps('body', undefined, ofForm(props, 'note'))}
      id="note-body"
    />
    <p>
      <SubmitButton className="admin-button" busyLabel="Adding…">
        Add note
      </SubmitButton>
    </p>
  </AdminForm>
);
