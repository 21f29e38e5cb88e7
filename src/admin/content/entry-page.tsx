import type { ReactNode } from 'react';
import type { EntryKind, EditedEntry } from '#core/content/entry.model.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { CheckboxField } from '#admin/frame/fields.tsx';
import { FormRevision, type RevisionField } from '#admin/frame/form-revision.tsx';
import { ChangedBy } from '#admin/frame/times.tsx';
import { findRejectedForm, type RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { BinDialog, UnbinNote } from './bin-forms.tsx';
import { EntryStateBadge } from './entry-list.tsx';

/** The page of one entry, or of a new one, around its own fields. */
export function EntryPage(props: {
  /** Undefined for a new one. */
  readonly entry: EditedEntry<EntryKind> | undefined;
  /** Its name, or what a new one is. */
  readonly title: string;
  readonly back: { readonly label: string; readonly href: string };
  readonly staffId: number;
  readonly mayDelete: boolean;
  readonly rejected: RejectedForm | undefined;
  /** The stored values of its own fields. */
  readonly fields: readonly RevisionField[];
  readonly children: ReactNode;
}) {
  const { fields, entry, title, back, staffId, mayDelete, rejected, children } = props;
  const isBinned = entry?.binnedAt !== undefined && entry.binnedAt !== null;
  const saving = findRejectedForm(rejected, 'save');
  return (
    <AdminPage
      title={title}
      back={back}
      facts={entry && <Facts entry={entry} />}
      actions={entry && !isBinned && <BinDialog name={title} answer={rejected} />}
    >
      {isBinned ? (
        <UnbinNote name={title} answer={rejected} mayDelete={mayDelete} />
      ) : (
        <AdminForm intent="save" rejected={saving} keepsTextOf={staffId}>
          {entry && (
            <FormRevision
              revision={entry.revision}
              rejected={saving}
              fields={[...fields, listBox('isHidden', 'Hidden', entry.isHidden)]}
            />
          )}
          {children}
          <CheckboxField
            name="isHidden"
            label="Hidden: the site does not show it"
            defaultChecked={isChecked('isHidden', entry?.isHidden, saving)}
          />
          <p>
            <SubmitButton busyLabel="Saving…">Save</SubmitButton>
          </p>
        </AdminForm>
      )}
    </AdminPage>
  );
}

/** Tells if a box is ticked: as it was posted if the form was refused, else as it is stored. */
export const isChecked = (
  name: string,
  stored: boolean | undefined,
  rejected: RejectedForm | undefined,
): boolean => (rejected ? rejected.values[name] === '1' : (stored ?? false));

/** Returns a box as its form posts it. */
export const listBox = (name: string, label: string, isSet: boolean): RevisionField => [
  name,
  label,
  isSet ? '1' : '',
  isSet ? 'Yes' : 'No',
];

const Facts = ({ entry }: { readonly entry: EditedEntry<EntryKind> }) => (
  <>
    <EntryStateBadge entry={entry} />
    {entry.changedAt && (
      <span>
        Changed <ChangedBy at={entry.changedAt} by={entry.changedBy} />
      </span>
    )}
  </>
);
