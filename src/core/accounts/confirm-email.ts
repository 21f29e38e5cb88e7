import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { ok, fail, type Outcome } from '../kernel/outcome.model.ts';
import { queueEmail } from '../kernel/outbox.ts';
import type { Tx, Deps } from '../deps.ts';
import type { AccountDeps } from './deps.ts';
import {
  confirmationEmail,
  accountExistsEmail,
  addressChangedEmail,
  confirmNewAddressEmail,
  addressChangeRequestedEmail,
} from './emails.ts';
import { hashSecret, createToken, peekToken, consumeToken } from './one-time-tokens.ts';
import { confirmationTokenHours, invalidConfirmationMessage } from './model.ts';
import { verifyPassword } from './password.ts';

/** A letter with the link that confirms an address. */
export async function queueConfirmationEmail(
  deps: Deps,
  accountDeps: AccountDeps,
  tx: Tx,
  customerId: number,
  email: string,
): Promise<void> {
  const token = await createToken(
    deps,
    tx,
    customerId,
    'confirm-email',
    email,
    confirmationTokenHours * 60,
  );
  await queueEmail(
    deps,
    tx,
    confirmationEmail(
      email,
      `${deps.origin}/confirm-email?token=${token}`,
      `confirm-${hashSecret(token).slice(0, 20)}`,
      { name: await accountDeps.getSiteName(), origin: deps.origin },
    ),
  );
}

/** In `tx`, as an address moves: links in the old mailbox open nothing any more, and orders that were placed with it as a guest stay the customer's. */
async function revokeOldEmail(
  deps: Deps,
  tx: Tx,
  { id, email, confirmedAt }: { id: number; email: string; confirmedAt: Date | null },
): Promise<void> {
  await tx
    .deleteFrom('oneTimeToken')
    .where('customerId', '=', id)
    .where('purpose', '=', 'reset-password')
    .execute();
  if (confirmedAt) await deps.enqueue(tx, 'orders.assignGuestOrders', { customerId: id, email });
}

/** The job after a customer gave another address: a letter there confirms it, or tells its owner that somebody tried; the old one serves until then, and hears of it. */
export async function startEmailChange(
  deps: Deps,
  accountDeps: AccountDeps,
  { customerId, email }: { customerId: number; email: string },
): Promise<void> {
  const publisher = { name: await accountDeps.getSiteName(), origin: deps.origin };
  await deps.db.transaction().execute(async (tx) => {
    const customer = await tx
      .selectFrom('customer')
      .select('email')
      .where('id', '=', customerId)
      .executeTakeFirst();
    if (!customer) return;
    await queueEmail(
      deps,
      tx,
      addressChangeRequestedEmail(
        customer.email,
        email,
        `moving-${deps.generateSecret()}`,
        publisher,
      ),
    );
    const owner = await tx
      .selectFrom('customer')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    if (owner)
      return queueEmail(
        deps,
        tx,
        accountExistsEmail(
          email,
          `${deps.origin}/forgot-password`,
          `known-${owner.id}-${Math.floor(deps.clock().getTime() / 3_600_000)}`,
          publisher,
        ),
      );
    const token = await createToken(
      deps,
      tx,
      customerId,
      'confirm-email',
      email,
      confirmationTokenHours * 60,
    );
    await queueEmail(
      deps,
      tx,
      confirmNewAddressEmail(
        email,
        `${deps.origin}/confirm-email?token=${token}`,
        `confirm-${hashSecret(token).slice(0, 20)}`,
        publisher,
      ),
    );
  });
}

export type ConfirmationProof = {
  readonly sessionCustomerId: number | undefined;
  readonly password: string;
  readonly clientIp: string;
};

/**
 * The address of a letter's link is the account's, and confirmed. Who presses has to show that the account is his, too (its session or its
 * password): else somebody could open an account with another's address and have him confirm it. 404 for a link that was used, has ended
 * or whose address became another's; 422 at `password`; 429.
 */
export async function confirmEmail(
  deps: Deps,
  accountDeps: AccountDeps,
  token: string,
  { sessionCustomerId, password, clientIp }: ConfirmationProof,
): Promise<Outcome<{ message: string }>> {
  const invalidLink = fail('not-found', invalidConfirmationMessage);
  const retryAfterSeconds = await deps.consumeRateLimit('confirm-email-ip', clientIp, 30, 900);
  if (retryAfterSeconds !== undefined)
    return {
      ...fail('rate-limited', 'Too many tries in a short time. Please try again later.'),
      retryAfterSeconds: retryAfterSeconds,
    };
  const pending = await peekToken(deps, token, 'confirm-email');
  const customer =
    pending &&
    (await deps.db
      .selectFrom('customer')
      .select(['id', 'passwordHash', 'email', 'confirmedAt'])
      .where('id', '=', pending.customerId)
      .executeTakeFirst());
  if (!customer) return invalidLink;
  if (
    sessionCustomerId !== customer.id &&
    !(await verifyPassword(password, customer.passwordHash))
  ) {
    return failWithFieldErrors({
      password: [
        password === ''
          ? 'Please give the password of the account.'
          : 'This is not the password of the account.',
      ],
    });
  }
  const name = await accountDeps.getSiteName();
  return deps.db.transaction().execute(async (tx): Promise<Outcome<{ message: string }>> => {
    const confirmation = await consumeToken(deps, tx, token, 'confirm-email');
    if (!confirmation) return invalidLink;
    const isEmailChange = confirmation.email.toLowerCase() !== customer.email.toLowerCase();
    const owner =
      isEmailChange &&
      (await tx
        .selectFrom('customer')
        .select('id')
        .where('email', '=', confirmation.email)
        .executeTakeFirst());
    if (owner) return invalidLink;
    await tx
      .updateTable('customer')
      .set({ email: confirmation.email, confirmedAt: deps.clock() })
      .where('id', '=', confirmation.customerId)
      .execute();
    if (isEmailChange) await revokeOldEmail(deps, tx, customer);
    if (isEmailChange)
      await queueEmail(
        deps,
        tx,
        addressChangedEmail(
          customer.email,
          confirmation.email,
          `moved-${hashSecret(token).slice(0, 20)}`,
          {
            name,
            origin: deps.origin,
          },
        ),
      );
    return ok({
      message:
        'Thank you. Your address is confirmed, and your orders with it stand in your library.',
    });
  });
}
