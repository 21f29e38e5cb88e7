import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';

type FormProps = {
  readonly revision: number;
  readonly isReleased: boolean;
  readonly rejected: RejectedForm | undefined;
  readonly idPrefix: string;
};

/** Now: the page says what the draft says. */
export const PublishForm = (props: FormProps) => (
  <AdminForm intent="publish" {...props}>
    <KindFields {...props} />
    <p>
      <SubmitButton busyLabel="Publishing…" data-key="Ctrl+Enter">
        Publish now
      </SubmitButton>{' '}
      <span className="hint with-script">Ctrl+Enter publishes.</span>
    </p>
  </AdminForm>
);

/** What kind of publication it is; of a first one there is no choice. */
function KindFields({ revision, isReleased, rejected, idPrefix }: FormProps) {
  const kind = rejected?.values['kind'] ?? 'correction';
  return (
    <>
      <input type="hidden" name="revision" value={revision} />
      {isReleased && (
        <fieldset className="edit-kinds">
          <legend>What it is</legend>
          <label>
            <input
              type="radio"
              name="kind"
              value="correction"
              defaultChecked={kind !== 'new-edition'}
            />{' '}
            <b>Correct the page</b>: what buyers have stays what it is
          </label>
          <label>
            <input
              type="radio"
              name="kind"
              value="new-edition"
              defaultChecked={kind === 'new-edition'}
            />{' '}
            <b>New edition</b>: it is sold from now on, and earlier buyers get it by email
          </label>
          <TextField
            id={`${idPrefix}reason`}
            label="What has changed"
            hint="Buyers of a new edition read this sentence."
            {...fieldProps('reason', '', rejected)}
          />
        </fieldset>
      )}
    </>
  );
}

const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
].map((zone) => [zone, zone.replaceAll('_', ' ')] as const);

/** Later: a job publishes the draft as it is now, and checks it once more. */
export const ScheduleForm = (props: FormProps) => (
  <AdminForm intent="schedule" {...props}>
    <KindFields {...props} />
    <div className="edit-columns">
      <TextField
        id={`${props.idPrefix}publishAt`}
        type="datetime-local"
        label="Day and time"
        {...fieldProps('publishAt', '', props.rejected)}
      />
      <SelectField
        id={`${props.idPrefix}zone`}
        label="Time zone"
        options={zones}
        {...fieldProps('zone', 'UTC', props.rejected)}
      />
    </div>
    <p>
      <SubmitButton className="admin-button" busyLabel="Scheduling…">
        Schedule
      </SubmitButton>
    </p>
  </AdminForm>
);
