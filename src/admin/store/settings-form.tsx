import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { SavedNow } from '#admin/frame/form-revision.tsx';
import { DefaultSubmit } from '#admin/frame/row-fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { ShownSettings } from './saved-now.ts';
import type { SettingsPart } from './settings-part.ts';

/** The form of one part of the settings. */
export function SettingsForm(props: {
  readonly part: SettingsPart;
  readonly inForce: ShownSettings;
  readonly tree?: RichText;
  readonly rejected: RejectedForm | undefined;
  /** Where Cancel leads to. */
  readonly path: string;
}) {
  const { part, inForce, tree = [], rejected, path } = props;
  return (
    <AdminForm intent="save" rejected={rejected} className="admin-form admin-wide-form">
      <DefaultSubmit />
      <input type="hidden" name="version" value={inForce.version} />
      <SavedNow saved={inForce.savedNow} />
      {part.renderFields(inForce.settings, rejected, tree)}
      <div className="admin-buttons">
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
        <a href={path}>Cancel</a>
      </div>
    </AdminForm>
  );
}
