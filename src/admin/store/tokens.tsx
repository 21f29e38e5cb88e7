import type { Route } from './+types/tokens.ts';
import { tokenScopes, type ApiToken } from '#core/api-tokens/model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { CheckboxField, fieldProps, TextField } from '#admin/frame/fields.tsx';
import { redirectToProof, readTyped } from '#admin/frame/proof.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { formatTime } from '#admin/frame/times.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'token.edit' };

const path = '/admin/settings/tokens';
const fieldNames = ['name', ...tokenScopes.map((scope) => `scope.${scope}` as const)] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { apiTokens } = context.get(appContext);
  return {
    tokens: unwrap(await apiTokens.list(actor)),
    typed: readTyped(request.url, fieldNames),
  };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { apiTokens } = context.get(appContext);
  const { fields } = form;
  const intent = readIntent(['create', 'revoke'], fields['intent']);
  const { name = '' } = fields;
  if (!intent) return respondRejected(unknownForm, fields);
  if (intent === 'revoke') {
    const revoked = await apiTokens.revoke(actor, name);
    if (revoked.ok) return redirectWithMessage(context, path, `The token "${name}" works no more.`);
    return redirectToProof(revoked, path) ?? respondRejected(revoked, {}, { intent: 'create' });
  }
  const scopes = tokenScopes.filter((scope) => fields[`scope.${scope}`] === '1');
  const created = await apiTokens.create(actor, { name, scopes });
  if (created.ok) return { created: { name: name.trim(), token: created.value } };
  const typed = { name, ...Object.fromEntries(scopes.map((scope) => [`scope.${scope}`, '1'])) };
  return redirectToProof(created, path, typed) ?? respondRejected(created, typed, { intent });
}

/** Tokens with which programs call the store. */
export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens, typed } = loaderData;
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const created = actionData && 'created' in actionData ? actionData.created : undefined;
  return (
    <AdminPage title="Tokens of programs" back={{ label: 'Settings', href: '/admin/settings' }}>
      {created && (
        <div role="status" className="admin-flash">
          <p>
            The token of <b>{created.name}</b>, which is shown this once:{' '}
            <code>{created.token}</code>
          </p>
        </div>
      )}
      <RowTable
        caption="Tokens"
        rows={tokens}
        rowKey={({ name }) => name}
        empty="No program has a token."
        columns={columns}
      />
      <AdminSection title="New token">
        <AdminForm intent="create" rejected={rejected}>
          <TextField
            label="Name"
            hint="Which program has it."
            {...fieldProps('name', created ? '' : typed.name, rejected)}
          />
          <div id="scopes">
            {tokenScopes.map((scope) => (
              <CheckboxField
                key={scope}
                name={`scope.${scope}`}
                label={scope}
                defaultChecked={(rejected?.values ?? typed)[`scope.${scope}`] === '1'}
              />
            ))}
          </div>
          <div className="admin-buttons">
            <SubmitButton busyLabel="Creating…">Create token</SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
    </AdminPage>
  );
}

const columns: readonly RowColumn<ApiToken>[] = [
  ['Name', ({ name }) => name],
  ['May', ({ scopes }) => scopes.join(', ')],
  ['Created', ({ createdAt, createdBy }) => `${formatTime(createdAt)}, ${createdBy}`],
  ['Last used', ({ lastUsedAt }) => (lastUsedAt ? formatTime(lastUsedAt) : 'Never')],
  [
    'State',
    ({ name, revokedAt }) =>
      revokedAt ? (
        `Revoked ${formatTime(revokedAt)}`
      ) : (
        <IntentButton
          intent="revoke"
          label="Revoke"
          busyLabel="Revoking…"
          name={`Revoke ${name}`}
          fields={{ name }}
        />
      ),
  ],
];
