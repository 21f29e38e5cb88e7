import { ok, type Outcome } from '../kernel/outcome.ts';
import { queueEmail } from '../kernel/outbox.ts';
import type { Tx, Deps } from '../deps.ts';
import {
  checkRateLimitAndCaptcha,
  getPublisher,
  parseForm,
  type SubmissionResult,
} from './create-lead.ts';
import type { LeadDeps } from './deps.ts';
import { newsletterConfirmationEmail, newsletterWelcomeEmail } from './emails.ts';
import { successMessages, newsletterConsentText, subscriberForm, type Visitor } from './model.ts';

const isSubscriptionToken = (token: string): boolean => /^[0-9a-f]{32}$/.test(token);
const buildUnsubscribeUrl = (deps: Deps, token: string): string =>
  `${deps.origin}/unsubscribe/${token}`;

/**
 * The address is asked to confirm. The answer is the same for one that is new, asked or subscribed already, and an address
 * gets one such letter an hour at most, so that nobody can fill another's mailbox.
 */
export async function subscribe(
  deps: Deps,
  leadDeps: LeadDeps,
  form: Readonly<Record<string, unknown>>,
  visitor: Visitor,
): Promise<Outcome<SubmissionResult>> {
  const parsed = parseForm(subscriberForm, form);
  if (!parsed.ok) return parsed;
  const { email, turnstile_token } = parsed.value;
  const refused = await checkRateLimitAndCaptcha(deps, turnstile_token, email, visitor);
  if (refused) return refused;
  const now = deps.clock();
  const publisher = await getPublisher(deps, leadDeps);
  await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('subscriber')
      .values({
        email,
        token: deps.generateSecret(),
        consent: newsletterConsentText,
        requestedAt: now,
      })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({
          state: (eb) =>
            eb
              .case()
              .when('subscriber.state', '=', 'confirmed')
              .then(eb.val<'confirmed' | 'pending'>('confirmed'))
              .else(eb.val<'confirmed' | 'pending'>('pending'))
              .end(),
        }),
      )
      .returning(['id', 'state', 'token'])
      .executeTakeFirstOrThrow();
    if (row.state === 'confirmed') return;
    const hour = Math.floor(now.getTime() / 3_600_000);
    await tx
      .updateTable('subscriber')
      .set({ requestedAt: now, consent: newsletterConsentText })
      .where('id', '=', row.id)
      .execute();
    await queueEmail(
      deps,
      tx,
      newsletterConfirmationEmail(
        email,
        `${deps.origin}/newsletter/${row.token}`,
        buildUnsubscribeUrl(deps, row.token),
        `newsletter-${row.id}-${hour}`,
        publisher,
      ),
    );
  });
  return ok({ message: successMessages.newsletter });
}

/** The e-mail address behind a link of ours, and where it stands; undefined for a link that is not ours. */
export async function getSubscription(
  deps: Deps,
  token: string,
): Promise<{ email: string; state: string } | undefined> {
  if (!isSubscriptionToken(token)) return undefined;
  return deps.db
    .selectFrom('subscriber')
    .select(['email', 'state'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** The address is on the list afterwards; its owner pressed the button. False for a link that is not ours. */
export function confirmSubscription(
  deps: Deps,
  leadDeps: LeadDeps,
  token: string,
): Promise<boolean> {
  return updateSubscriber(deps, token, async (tx, { id, email, state }) => {
    if (state === 'confirmed') return;
    const now = deps.clock();
    await tx
      .updateTable('subscriber')
      .set({ state: 'confirmed', confirmedAt: now, unsubscribedAt: null })
      .where('id', '=', id)
      .execute();
    await queueEmail(
      deps,
      tx,
      newsletterWelcomeEmail(
        email,
        buildUnsubscribeUrl(deps, token),
        `welcome-${id}-${now.getTime()}`,
        await getPublisher(deps, leadDeps),
      ),
    );
  });
}

/** The address gets no newsletter any more; repeating it changes nothing. False for a link that is not ours. */
export function unsubscribe(deps: Deps, token: string): Promise<boolean> {
  return updateSubscriber(deps, token, async (tx, { id, state }) => {
    if (state !== 'unsubscribed')
      await tx
        .updateTable('subscriber')
        .set({ state: 'unsubscribed', unsubscribedAt: deps.clock() })
        .where('id', '=', id)
        .execute();
  });
}

async function updateSubscriber(
  deps: Deps,
  token: string,
  applyChange: (tx: Tx, row: { id: number; email: string; state: string }) => Promise<void>,
): Promise<boolean> {
  if (!isSubscriptionToken(token)) return false;
  return deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('subscriber')
      .select(['id', 'email', 'state'])
      .where('token', '=', token)
      .forUpdate()
      .executeTakeFirst();
    if (row) await applyChange(tx, row);
    return row !== undefined;
  });
}
