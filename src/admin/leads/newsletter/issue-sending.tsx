import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { ZonedTimeFields } from '#admin/frame/zoned-time-fields.tsx';
import type { IssueDetail } from '#core/leads/issues/issues.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { countPeople } from './issue-words.tsx';

type SendingProps = {
  readonly detail: IssueDetail;
  /** Where a test goes. */
  readonly mailbox: string;
  readonly rejected: RejectedForm | undefined;
};

/** The actions for an issue in its state. */
export function IssueSending(props: SendingProps) {
  const { issue } = props.detail;
  return (
    <aside aria-label="What to do">
      <AdminSection title="Test">
        <p className="admin-by">One email, with what is saved, goes to {props.mailbox} alone.</p>
        <IntentButton intent="test" label="Send a test to me" busyLabel="Sending…" />
      </AdminSection>
      {issue.state === 'draft' && <DraftActions {...props} />}
      {issue.state === 'scheduled' && (
        <AdminSection title="Schedule">
          <p className="admin-by">To change the text, cancel the schedule first.</p>
          <IntentButton intent="unschedule" label="Cancel the schedule" busyLabel="Changing…" />
        </AdminSection>
      )}
      {issue.state === 'sending' && (
        <AdminSection title="Stop">
          <p className="admin-by">Those who already have it keep it. You can continue later.</p>
          <IntentButton intent="stop" label="Stop sending" busyLabel="Stopping…" />
        </AdminSection>
      )}
      {issue.state === 'stopped' && (
        <AdminSection title="Go on">
          <p className="admin-by">Nobody gets it twice.</p>
          <IntentButton intent="resume" label="Continue sending" busyLabel="Continuing…" />
        </AdminSection>
      )}
    </aside>
  );
}

function DraftActions({ detail: { issue, audience }, rejected }: SendingProps) {
  const people = countPeople(audience);
  const schedule = rejected?.intent === 'schedule' ? rejected : undefined;
  return (
    <>
      <AdminSection title="Send">
        <p>
          The saved issue goes to <b>{people}</b>.
        </p>
        <div className="admin-buttons">
          <ConfirmDialog id="send" title={`Send it to ${people}?`} openLabel="Send now…">
            <p>What was sent can’t be undone. Look at the preview and send a test first.</p>
            <AdminForm intent="send" rejected={undefined}>
              <input type="hidden" name="revision" value={issue.revision} />
              <SubmitButton busyLabel="Sending…">Send to {people}</SubmitButton>
            </AdminForm>
          </ConfirmDialog>
          <ConfirmDialog id="delete" title="Delete this draft?" openLabel="Delete" isDangerous>
            <AdminForm intent="delete" rejected={undefined}>
              <SubmitButton className="admin-button" busyLabel="Deleting…" data-danger>
                Delete the draft
              </SubmitButton>
            </AdminForm>
          </ConfirmDialog>
        </div>
        {rejected?.intent === 'send' && <p role="alert">{rejected.message}</p>}
      </AdminSection>
      <AdminSection title="Schedule">
        <AdminForm intent="schedule" rejected={rejected}>
          <input type="hidden" name="revision" value={issue.revision} />
          <ZonedTimeFields name="sendAt" required label="Day and time" rejected={schedule} />
          <p>
            <SubmitButton className="admin-button" busyLabel="Scheduling…">
              Schedule
            </SubmitButton>
          </p>
        </AdminForm>
      </AdminSection>
    </>
  );
}
