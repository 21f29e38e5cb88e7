import { formatNumber } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { ListPage } from '#core/kernel/list-page.ts';

type BulkAction = {
  /** The form's `intent`. */
  readonly intent: string;
  readonly label: string;
  readonly busyLabel: string;
};

/**
 * Actions for the rows that are chosen, or for all that match the filter: those are posted as their
 * count and the newest id, with the filter in the address, and the core counts again.
 */
export function BulkBar(props: {
  readonly actions: readonly BulkAction[];
  readonly page: Pick<ListPage<unknown>, 'total' | 'isTotalCapped'>;
  /** The highest id of the list; undefined if "all matching" is not offered. */
  readonly newestId?: number | undefined;
}) {
  const { actions, page, newestId } = props;
  const { total, isTotalCapped } = page;
  return (
    <div className="admin-bulk" role="group" aria-label="Actions for chosen rows">
      <span className="with-script">
        <b data-selected-count>0</b> chosen
      </span>
      {newestId !== undefined && !isTotalCapped && (
        <label>
          <input type="checkbox" name="all-matching" value="1" /> All {formatNumber(total)} matching
          <input type="hidden" name="matching-count" value={total} />
          <input type="hidden" name="matching-newest-id" value={newestId} />
        </label>
      )}
      {actions.map(({ intent, label, busyLabel }) => (
        <SubmitButton
          key={intent}
          name="intent"
          value={intent}
          className="admin-button"
          busyLabel={busyLabel}
        >
          {label}
        </SubmitButton>
      ))}
    </div>
  );
}
