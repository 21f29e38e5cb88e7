import { done, type Outcome } from '../kernel/outcome.ts';
import { post } from '../kernel/post.ts';
import type { Tx, World } from '../world.ts';
import { mayAsk, publisherOf, readForm, type Answered } from './enquiry.ts';
import type { Asked } from './asked.ts';
import { confirmNewsletter, welcome } from './letters.ts';
import { answers, newsletterConsent, subscriberForm, type Visitor } from './model.ts';

const isToken = (token: string): boolean => /^[0-9a-f]{32}$/.test(token);
const unsubscribeUrl = (world: World, token: string): string =>
  `${world.origin}/unsubscribe/${token}`;

/**
 * The address is asked to confirm. The answer is the same for one that is new, asked or subscribed already, and an address
 * gets one such letter an hour at most, so that nobody can fill another's mailbox.
 */
export async function subscribe(
  world: World,
  asked: Asked,
  form: Readonly<Record<string, unknown>>,
  visitor: Visitor,
): Promise<Outcome<Answered>> {
  const read = readForm(subscriberForm, form);
  if (!read.ok) return read;
  const { email, turnstile_token } = read.value;
  const refused = await mayAsk(world, turnstile_token, email, visitor);
  if (refused) return refused;
  const now = world.clock();
  const by = await publisherOf(world, asked);
  await world.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('subscriber')
      .values({ email, token: world.secret(), consent: newsletterConsent, askedAt: now })
      .onConflict((conflict) =>
        conflict.column('email').doUpdateSet({
          state: (eb) =>
            eb
              .case()
              .when('subscriber.state', '=', 'confirmed')
              .then('confirmed')
              .else('asked')
              .end(),
        }),
      )
      .returning(['id', 'state', 'token'])
      .executeTakeFirstOrThrow();
    if (row.state === 'confirmed') return;
    const hour = Math.floor(now.getTime() / 3_600_000);
    await tx
      .updateTable('subscriber')
      .set({ askedAt: now, consent: newsletterConsent })
      .where('id', '=', row.id)
      .execute();
    await post(
      world,
      tx,
      confirmNewsletter(
        email,
        `${world.origin}/newsletter/${row.token}`,
        unsubscribeUrl(world, row.token),
        `newsletter-${row.id}-${hour}`,
        by,
      ),
    );
  });
  return done({ message: answers.newsletter });
}

/** The e-mail address behind a link of ours, and where it stands; undefined for a link that is not ours. */
export async function subscription(
  world: World,
  token: string,
): Promise<{ email: string; state: string } | undefined> {
  if (!isToken(token)) return undefined;
  return world.db
    .selectFrom('subscriber')
    .select(['email', 'state'])
    .where('token', '=', token)
    .executeTakeFirst();
}

/** The address is on the list afterwards; its owner pressed the button. False for a link that is not ours. */
export function confirm(world: World, asked: Asked, token: string): Promise<boolean> {
  return change(world, token, async (tx, { id, email, state }) => {
    if (state === 'confirmed') return;
    const now = world.clock();
    await tx
      .updateTable('subscriber')
      .set({ state: 'confirmed', confirmedAt: now, goneAt: null })
      .where('id', '=', id)
      .execute();
    await post(
      world,
      tx,
      welcome(
        email,
        unsubscribeUrl(world, token),
        `welcome-${id}-${now.getTime()}`,
        await publisherOf(world, asked),
      ),
    );
  });
}

/** The address gets no newsletter any more; repeating it changes nothing. False for a link that is not ours. */
export function unsubscribe(world: World, token: string): Promise<boolean> {
  return change(world, token, async (tx, { id, state }) => {
    if (state !== 'gone')
      await tx
        .updateTable('subscriber')
        .set({ state: 'gone', goneAt: world.clock() })
        .where('id', '=', id)
        .execute();
  });
}

async function change(
  world: World,
  token: string,
  act: (tx: Tx, row: { id: number; email: string; state: string }) => Promise<void>,
): Promise<boolean> {
  if (!isToken(token)) return false;
  return world.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('subscriber')
      .select(['id', 'email', 'state'])
      .where('token', '=', token)
      .forUpdate()
      .executeTakeFirst();
    if (row) await act(tx, row);
    return row !== undefined;
  });
}
