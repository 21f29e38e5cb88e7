import { SubmitButton } from '#ui/submit-button.tsx';
import { useStoreZone } from '#ui/store-zone.tsx';
import { formatInZone } from '#admin/frame/zoned-time.ts';
import { withList } from '../list-behind.ts';
import { reportPaths } from '../report-paths.ts';
import type { ReportHead } from './report-frame.tsx';

/** Always in sight, with what is saved and who else is here. */
export const SaveBar = ({
  head,
  editors,
}: {
  readonly head: ReportHead;
  readonly editors: readonly string[];
}) => (
  <div className="edit-bar">
    <SubmitButton className="admin-button" busyLabel="Saving…">
      Save draft
    </SubmitButton>
    <SubmitButton name="intent" value="save-publish" busyLabel="Saving…">
      Check and publish
    </SubmitButton>
    <span className="hint with-script">Ctrl+S saves, Ctrl+Enter goes on to publishing.</span>
    <p role="status" className="edit-status" data-edit-status>
      {editors.length > 0 && describeEditors(editors)}
    </p>
    <PlanNote head={head} />
  </div>
);

/** A plan has what the draft said then; the script shows this once something else is saved. */
function PlanNote({ head: { id, revision, schedule, listQuery } }: { readonly head: ReportHead }) {
  const storeZone = useStoreZone();
  if (!schedule || schedule.failure) return undefined;
  return (
    <p
      role="status"
      className="edit-plan"
      data-planned-revision={schedule.revision}
      hidden={revision <= schedule.revision}
    >
      What is planned for {formatInZone(schedule.publishAt, schedule.zone, storeZone)} has none of
      the later changes.{' '}
      <a href={withList(`${reportPaths.publish(id)}#schedule`, listQuery)}>Schedule again</a> to
      have them in it.
    </p>
  );
}

const describeEditors = (names: readonly string[]): string =>
  names.length === 1
    ? `${names[0]} is editing this too.`
    : `${names.join(', ')} are editing this too.`;
