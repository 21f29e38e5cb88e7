import type { RejectedForm } from '#site/form-fields.ts';
import type { EditedReport } from '#core/catalogue/index.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { ZonedTimeFields } from '#admin/frame/zoned-time-fields.tsx';

type FormProps = {
  readonly revision: number;
  readonly isReleased: boolean;
  readonly rejected: RejectedForm | undefined;
  readonly idPrefix: string;
  /** The planned publication: scheduling it again begins with it. */
  readonly planned?: EditedReport['schedule'];
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

/** The kind of publication; a first one has no choice. */
function KindFields({ revision, isReleased, rejected, idPrefix, planned }: FormProps) {
  const kind = rejected?.values['kind'] ?? planned?.kind;
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
            <b>Correct the page</b>: buyers keep the files they have
          </label>
          <label>
            <input
              type="radio"
              name="kind"
              value="new-edition"
              defaultChecked={kind === 'new-edition'}
            />{' '}
            <b>New edition</b>: sold from now on; earlier buyers get it by email
          </label>
          <TextField
            id={`${idPrefix}reason`}
            label="What has changed"
            hint="Buyers of a new edition read this sentence."
            {...fieldProps('reason', planned?.reason, rejected)}
          />
        </fieldset>
      )}
    </>
  );
}

/** Later: a job publishes the draft as it is now, and checks it once more. */
export function ScheduleForm({ planned, ...props }: FormProps) {
  const { idPrefix, rejected } = props;
  // A time that has passed without a publication is no time to begin with.
  const at = planned && !planned.failure ? planned.publishAt : undefined;
  return (
    <AdminForm intent="schedule" {...props}>
      <KindFields {...props} planned={planned} />
      <ZonedTimeFields
        name="publishAt"
        required
        label="Day and time"
        idPrefix={idPrefix}
        at={at}
        zone={planned?.zone}
        rejected={rejected}
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Scheduling…">
          {planned ? 'Schedule again' : 'Schedule'}
        </SubmitButton>
      </p>
    </AdminForm>
  );
}
