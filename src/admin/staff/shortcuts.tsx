import type { Route } from './+types/shortcuts.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { CheckboxField } from '#admin/frame/fields.tsx';
import { finishForm } from '#admin/frame/respond.ts';
import { listNavigation } from '#admin/frame/navigation.ts';
import { ShortcutTable } from '#admin/frame/shortcut-help.tsx';
import { listShortcuts } from '#admin/frame/shortcut-list.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'own-account.change' };

export async function loader({ context }: Route.LoaderArgs) {
  const { preferences } = context.get(appContext).staff;
  const { actor, hasPage } = context.get(staffContext);
  const { hasLetterShortcuts } = await preferences.get(actor);
  const { role } = actor;
  return { hasLetterShortcuts, shortcuts: listShortcuts(role, listNavigation(role, hasPage)) };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  if (form.fields['intent'] !== 'change') return respondRejected(unknownForm, form.fields);
  const hasLetterShortcuts = form.fields['letters'] === '1';
  const { preferences } = context.get(appContext).staff;
  const changed = await preferences.change(actor, { hasLetterShortcuts });
  const message = `Single letters are ${hasLetterShortcuts ? 'on' : 'off'}.`;
  return finishForm(context, changed, { path: '/admin/shortcuts', message });
}

/** All shortcuts, and the switch for those that are single letters. */
export default function Shortcuts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Keyboard shortcuts">
      <AdminForm intent="change" rejected={actionData}>
        <CheckboxField
          name="letters"
          label="Single letters are shortcuts"
          hint="Turn them off if you use speech input. Shortcuts with Ctrl stay on."
          defaultChecked={loaderData.hasLetterShortcuts}
        />
        <p>
          <SubmitButton busyLabel="Saving…">Save</SubmitButton>
        </p>
      </AdminForm>
      <AdminSection title="Everywhere">
        <ShortcutTable shortcuts={loaderData.shortcuts} />
      </AdminSection>
    </AdminPage>
  );
}
