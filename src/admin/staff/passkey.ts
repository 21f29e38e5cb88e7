import type { Route } from './+types/passkey.ts';
import { signInContext } from '#admin/context.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { appContext, visitContext } from '#site/context.ts';
import { refusalStatus } from '#src/faults/refusal-status.ts';
import type { PasskeyPurpose } from './passkey-button.tsx';

export const handle: AdminHandle = { isOpen: true };

/** Returns the options with which a browser uses or makes a passkey, as JSON. */
export async function action({ context }: Route.ActionArgs) {
  const asked = await ask(context, context.get(visitContext).form.fields['purpose']);
  return asked.ok
    ? new Response(asked.value, { headers: { 'content-type': 'application/json' } })
    : Response.json(
        { message: asked.message, code: asked.code },
        { status: refusalStatus[asked.code] },
      );
}

async function ask(
  context: Route.ActionArgs['context'],
  purpose: string | undefined,
): Promise<Outcome<string>> {
  const { staff } = context.get(appContext);
  const { actor, ticket, request } = context.get(signInContext);
  const asks: Readonly<Record<PasskeyPurpose, () => Promise<Outcome<string>>>> = {
    'sign-in': () => staff.signIn.askForPasskey(request.ip),
    first: () => staff.firstFactor.createPasskeyRequest(ticket),
    own: async () =>
      actor
        ? staff.ownFactors.createPasskeyRequest(actor)
        : fail('unauthenticated', 'Please sign in again.'),
  };
  return purpose !== undefined && isPurpose(asks, purpose)
    ? asks[purpose]()
    : fail('malformed', 'Say what the passkey is for.');
}

const isPurpose = <T extends object>(asks: T, purpose: PropertyKey): purpose is keyof T =>
  Object.hasOwn(asks, purpose);
