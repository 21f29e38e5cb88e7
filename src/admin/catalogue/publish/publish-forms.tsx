import type { RejectedForm } from '#site/form-fields.ts';
import type { EditedReport } from '#core/catalogue/index.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { nameZone, toLocalTime } from './zoned-time.ts';

type FormProps = {
  readonly revision: number;
  readonly isReleased: boolean;
  readonly rejected: RejectedForm | undefined;
  readonly idPrefix: string;
  /** What is planned already: scheduling it again begins with it. */
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

/** What kind of publication it is; of a first one there is no choice. */
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
];

/** The usual zones; first the one that was chosen before, where it is none of them. */
const listZones = (chosen: string) =>
  [...new Set(zones.includes(chosen) ? zones : [chosen, ...zones])].map(
    (zone) => [zone, nameZone(zone)] as const,
  );

/** Later: a job publishes the draft as it is now, and checks it once more. */
export function ScheduleForm({ planned, ...props }: FormProps) {
  const { idPrefix, rejected } = props;
  const zone = planned?.zone ?? 'UTC';
  // A time that has passed without a publication is no time to begin with.
  const time = planned && !planned.failure ? toLocalTime(planned.publishAt, zone) : '';
  return (
    <AdminForm intent="schedule" {...props}>
      <KindFields {...props} planned={planned} />
      <div className="edit-columns">
        <TextField
          id={`${idPrefix}publishAt`}
          type="datetime-local"
          label="Day and time"
          {...fieldProps('publishAt', time, rejected)}
        />
        <SelectField
          id={`${idPrefix}zone`}
          label="Time zone"
          options={listZones(rejected?.values['zone'] ?? zone)}
          data-zones={planned || rejected ? 'chosen' : 'free'}
          {...fieldProps('zone', zone, rejected)}
        />
      </div>
      <p>
        <SubmitButton className="admin-button" busyLabel="Scheduling…">
          {planned ? 'Schedule again' : 'Schedule'}
        </SubmitButton>
      </p>
    </AdminForm>
  );
}
