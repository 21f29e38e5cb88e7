import { data, redirect } from 'react-router';
import type { Route } from './+types/prove.ts';
import { signInContext, staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { TextField } from '#admin/frame/fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { proofMinutes, type Factor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import type { FieldErrors } from '#site/form-fields.ts';
import { refusalInit } from '#site/refusal-response.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readNextPath } from './next-path.ts';
import { PasskeyButton } from './passkey-button.tsx';

export const handle: AdminHandle = { verb: 'home.read' };

export async function loader({ context }: Route.LoaderArgs) {
  const factors = await context
    .get(appContext)
    .staff.ownFactors.list(context.get(staffContext).actor);
  return { kinds: factors.map(({ kind }) => kind) };
}

/** A form that was posted and waits for the proof. */
type Kept = { readonly fields: readonly (readonly [string, string])[]; readonly isPost: boolean };

/**
 * The form that a page refused without a proof arrives here with all its fields; the proof is posted
 * with them, and then they go on to their page (307 repeats the post).
 */
export async function action({ context, request }: Route.ActionArgs) {
  const { form } = context.get(staffContext);
  const { proofFields } = context.get(signInContext);
  const isPost = proofFields['proof_for'] === undefined || proofFields['proof_for'] === 'post';
  const kept: Kept = { fields: Object.entries(form.fields), isPost };
  const hasProof = proofFields['proof_for'] !== undefined;
  const proved: Outcome<unknown> = hasProof
    ? await prove(context, proofFields)
    : fail('forbidden', 'Please confirm that it is you.');
  if (proved.ok) return redirect(readNextPath(request.url), isPost ? 307 : 303);
  const { message, errors = {} } = proved;
  return data({ kept, message: hasProof ? message : '', errors }, refusalInit(proved));
}

async function prove(
  context: Route.ActionArgs['context'],
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<undefined>> {
  const { proof } = context.get(appContext).staff;
  const { actor } = context.get(staffContext);
  const { session = '' } = context.get(signInContext);
  const { proof_passkey: passkey = '', proof_password: password, proof_code: code } = fields;
  return passkey === ''
    ? proof.prove(actor, session, { password, code })
    : proof.proveByPasskey(actor, session, passkey);
}

/** Asks for a proof of identity before money, staff or personal data; then the form is sent on. */
export default function Prove({ loaderData, actionData }: Route.ComponentProps) {
  const { kinds } = loaderData;
  const errors: FieldErrors = actionData?.errors ?? {};
  const kept: Kept = actionData?.kept ?? { fields: [], isPost: false };
  return (
    <AdminPage title="Prove that it is you">
      <p>
        This concerns money, staff or personal data, so you need to have proved your identity within
        the last {proofMinutes} minutes. Nothing has changed yet; your form is sent afterwards.
      </p>
      <form method="post" className="admin-form" data-server-checks="">
        {actionData?.message && <ProofErrors message={actionData.message} errors={errors} />}
        {kept.fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="proof_for" value={kept.isPost ? 'post' : 'get'} />
        <ProofFields kinds={kinds} errors={errors} />
      </form>
    </AdminPage>
  );
}

function ProofErrors({
  message,
  errors,
}: {
  readonly message: string;
  readonly errors: FieldErrors;
}) {
  const listed = Object.entries(errors).flatMap(([name, messages]) =>
    messages.map((text) => ({ message: text, fieldId: `proof_${name}` })),
  );
  return (
    <div tabIndex={-1} className="admin-errors">
      <ErrorSummary errors={listed.length > 0 ? listed : [{ message }]} />
    </div>
  );
}

function ProofFields({
  kinds,
  errors,
}: {
  readonly kinds: readonly Factor['kind'][];
  readonly errors: FieldErrors;
}) {
  return (
    <>
      <TextField
        name="proof_password"
        error={errors['password']?.[0]}
        label="Password"
        type="password"
        required
        autoComplete="current-password"
        maxLength={200}
        autoFocus
      />
      {kinds.length > 0 && (
        <TextField
          name="proof_code"
          error={errors['code']?.[0]}
          label={kinds.includes('totp') ? 'Code of your app' : 'Recovery code'}
          required
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
      <p>
        <SubmitButton busyLabel="Checking…">Go on</SubmitButton>
      </p>
      {kinds.includes('passkey') && (
        <PasskeyButton purpose="sign-in" name="proof_passkey">
          Use your passkey instead
        </PasskeyButton>
      )}
    </>
  );
}
