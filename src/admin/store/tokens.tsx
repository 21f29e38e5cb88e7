import type { ReactNode } from 'react';
import type { Route } from './+types/tokens.ts';
import { tokenDays, tokenScopes, type ApiToken, type TokenScope } from '#core/api-tokens/model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { CheckboxField, fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { ShownOnce } from '#admin/frame/shown-once.tsx';
import { appContext } from '#site/context.ts';
import { readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const handle: AdminHandle = { verb: 'token.edit' };

const path = '/admin/settings/tokens';

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { apiTokens } = context.get(appContext);
  const tokens = unwrap(await apiTokens.list(actor));
  const now = new Date();
  const hasExpired = ({ expiresAt }: ApiToken): boolean => expiresAt !== null && expiresAt <= now;
  return { tokens: tokens.map((token) => ({ ...token, hasExpired: hasExpired(token) })) };
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
    if (revoked.ok)
      return redirectWithMessage(context, path, `The token of “${name}” no longer works.`);
    return respondRejected(revoked, {}, { intent: 'create' });
  }
  const scopes = tokenScopes.filter((scope) => fields[`scope.${scope}`] === '1');
  const days = fields['days'] ? Number(fields['days']) : undefined;
  const created = await apiTokens.create(actor, { name, scopes, days });
  if (created.ok) return { created: { name: name.trim(), token: created.value } };
  return respondRejected(created, fields, { intent });
}

/** Tokens with which programs call the store. */
export default function Tokens({ loaderData, actionData }: Route.ComponentProps) {
  const { tokens } = loaderData;
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const created = actionData && 'created' in actionData ? actionData.created : undefined;
  return (
    <AdminPage title="API tokens" back={{ label: 'Settings', href: '/admin/settings' }}>
      {created && (
        <ShownOnce>
          The token of <b>{created.name}</b>, which is shown this once: <code>{created.token}</code>
        </ShownOnce>
      )}
      <RowTable
        caption="Tokens"
        rows={tokens}
        rowKey={({ id }) => String(id)}
        empty="No program has a token."
        columns={columns}
      />
      <AdminSection title="New token">
        <AdminForm intent="create" rejected={rejected}>
          <TextField
            label="Name"
            hint="The program that uses it."
            required
            {...fieldProps('name', undefined, rejected)}
          />
          <ScopeFields rejected={rejected} chosen={rejected?.values ?? {}} />
          <SelectField
            label="How long it works"
            options={timeOptions}
            noneLabel="Until it is revoked"
            {...fieldProps('days', undefined, rejected)}
          />
          <div className="admin-buttons">
            <SubmitButton busyLabel="Creating…">Create token</SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
    </AdminPage>
  );
}

/** The rights of a program with a token. */
const ScopeFields = (props: {
  readonly rejected: RejectedForm | undefined;
  /** "1" by the name of each box. */
  readonly chosen: Readonly<Record<string, string | undefined>>;
}) => (
  <fieldset className="admin-fieldset" id="scopes">
    <legend>What it may do</legend>
    {props.rejected?.errors['scopes'] && (
      <p className="error">{props.rejected.errors['scopes'][0]}</p>
    )}
    {tokenScopes.map((scope) => (
      <CheckboxField
        key={scope}
        name={`scope.${scope}`}
        label={
          <>
            <code>{scope}</code> {scopeNames[scope]}
          </>
        }
        defaultChecked={props.chosen[`scope.${scope}`] === '1'}
      />
    ))}
  </fieldset>
);

const timeOptions = tokenDays.map((days) => [String(days), `${days} days`] as const);

const scopeNames: Readonly<Record<TokenScope, string>> = {
  imports: 'Import reports, and undo an import',
  export: 'Read all reports, also drafts',
};

const RevokeDialog = ({ id, name }: ApiToken) => (
  <ConfirmDialog
    id={`revoke-${id}`}
    title={`Revoke the token of “${name}”?`}
    openLabel="Revoke…"
    openName={`Revoke ${name}`}
    isDangerous
  >
    <p>The program that uses it will be refused from then on. A token can’t be restored.</p>
    <IntentButton intent="revoke" label="Revoke it" busyLabel="Revoking…" fields={{ name }} />
  </ConfirmDialog>
);

type ListedToken = ApiToken & { readonly hasExpired: boolean };

/** undefined for a token that works. */
function describeEnd({ revokedAt, expiresAt, hasExpired }: ListedToken): ReactNode {
  const isRevoked = revokedAt && (!expiresAt || revokedAt < expiresAt);
  const [word, at] = isRevoked ? ['Revoked', revokedAt] : ['Expired', hasExpired && expiresAt];
  if (!at) return undefined;
  return (
    <>
      {word} <Time at={at} />
    </>
  );
}

const columns: readonly RowColumn<ListedToken>[] = [
  ['Name', ({ name }) => name],
  ['May', ({ scopes }) => scopes.join(', ')],
  [
    'Created',
    ({ createdAt, createdBy }) => (
      <>
        <Time at={createdAt} />, {createdBy}
      </>
    ),
  ],
  ['Last used', ({ lastUsedAt }) => (lastUsedAt ? <Time at={lastUsedAt} /> : 'Never')],
  ['Until', ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'It is revoked')],
  ['State', (token) => describeEnd(token) ?? <RevokeDialog {...token} />],
];
