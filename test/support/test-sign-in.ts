import { TOTP } from 'otpauth';
import { expect } from 'vitest';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { Role, StaffActor } from '#core/staff/model.ts';
import type { TestApp } from './test-app.ts';

export const staffPassword = 'a long enough password';
export const staffRequest = { ip: '203.0.113.9', userAgent: 'a browser', requestId: 'r1' };

/** The value of an outcome that must be one. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.code}: ${outcome.message}`);
  return outcome.value;
}

/** The code that an app with the secret shows at an instant. */
export const generateCode = (secret: string, at: Date): string =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

/** A link of an invitation, as `npm run staff -- add` prints it; its secret. */
export async function createInvitation(
  { app }: Pick<TestApp, 'app'>,
  email: string,
  role: Role = 'editor',
): Promise<string> {
  const link = unwrap(
    await app.staff.invitations.createLink({ programName: 'a test' }, { email, role }),
  );
  return link.split('/').at(-1) ?? '';
}

type SignedUp = {
  readonly email: string;
  /** Of the authenticator app. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  readonly session: string;
  readonly actor: StaffActor;
};

let count = 0;

/** Somebody who accepted an invitation and set an authenticator app up, with their session. */
export async function signUp(testApp: TestApp, role: Role = 'editor'): Promise<SignedUp> {
  const { app, deps } = testApp;
  const email = `${role}-${++count}@staff.example`;
  const invitation = await createInvitation(testApp, email, role);
  const form = { name: `The ${role}`, password: staffPassword };
  const step = unwrap(await app.staff.invitations.accept(invitation, form, staffRequest));
  if (step.kind !== 'set-up') throw new Error(`a factor is required, and not ${step.kind}`);
  const { secret } = unwrap(await app.staff.firstFactor.openTotp(step.ticket));
  const code = generateCode(secret, deps.clock());
  const done = unwrap(await app.staff.firstFactor.confirmTotp(step.ticket, { code }, staffRequest));
  const actor = await app.staff.getActor(done.session, staffRequest);
  if (!actor) throw new Error('the session has no actor');
  expect(actor).toMatchObject({ email, role });
  return { email, secret, ...done, actor };
}
