import type { App } from '#core/app.ts';
import { readFieldId } from '#admin/frame/read-id.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';

/** The forms of one's own account. */
export const accountIntents = [
  'name',
  'password',
  'passkey',
  'recovery-codes',
  'remove-factor',
  'end-session',
  'end-others',
] as const;
type Intent = (typeof accountIntents)[number];

type Request = {
  readonly actor: StaffActor;
  readonly session: string;
  readonly fields: Readonly<Record<string, string>>;
};

type Changed = {
  readonly message: string;
  /** Shown once; empty where none were made. */
  readonly recoveryCodes: readonly string[];
};

/** Does what a form of one's own account asks for. */
export async function changeAccount(
  { ownAccount, ownFactors }: App['staff'],
  { actor, session, fields }: Request,
  intent: Intent,
): Promise<Outcome<Changed>> {
  const changes: Readonly<
    Record<Intent, readonly [string, () => Promise<Outcome<readonly string[] | undefined>>]>
  > = {
    name: ['Your name was saved.', () => ownAccount.changeName(actor, fields)],
    password: [
      'Your password was changed. Your other sessions have ended.',
      () => ownAccount.changePassword(actor, session, fields),
    ],
    passkey: ['The passkey was added.', () => ownFactors.addPasskey(actor, fields)],
    'recovery-codes': [
      'You have ten new recovery codes. The old ones do not work any more.',
      () => ownFactors.replaceRecoveryCodes(actor),
    ],
    'remove-factor': [
      'It was removed.',
      () => ownFactors.remove(actor, readFieldId(fields['factor'])),
    ],
    'end-session': [
      'The session has ended.',
      () => ownAccount.endSession(actor, fields['session'] ?? ''),
    ],
    'end-others': [
      'Your other sessions have ended.',
      () => ownAccount.endOtherSessions(actor, session),
    ],
  };
  const [message, change] = changes[intent];
  const changed = await change();
  return changed.ok ? ok({ message, recoveryCodes: changed.value ?? [] }) : changed;
}
