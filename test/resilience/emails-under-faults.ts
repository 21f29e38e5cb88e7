import { once } from 'node:events';
import { startKillable } from '../support/start-killable.ts';
import type { TestApp } from '../support/test-app.ts';
import { addTestStaff } from '../support/test-staff.ts';
import type { MailerRun } from './killable-mailer.ts';

type Options = {
  readonly count: number;
  readonly smtpUrl: string;
  readonly filesFolder: string;
  /** Their addresses are in it; a mail server refuses those that begin with "gone". */
  readonly domain?: string;
};

/**
 * Emails to as many addresses, a twentieth of which does not exist: the first half are the outbox's,
 * the second half an issue's. They are sent by a program that may be killed, and what the mail server
 * has is compared with what the store says.
 */
export class EmailsUnderFaults {
  readonly #testApp: TestApp;
  readonly #options: Options;
  readonly #addresses: readonly string[];
  /** Addresses that exist. */
  readonly living: readonly string[];

  constructor(testApp: TestApp, options: Options) {
    this.#testApp = testApp;
    this.#options = options;
    const { count, domain = 'example.com' } = options;
    this.#addresses = Array.from(
      { length: count },
      (_, n) => `${n % 20 === 7 ? 'gone' : 'reader'}${n}@${domain}`,
    );
    this.living = this.#addresses.filter((to) => to.startsWith('reader'));
  }

  /** Sends what is due; true where the program was killed. */
  async run(more: Pick<MailerRun, 'issueId' | 'killAtStep' | 'clockOffsetMs'>) {
    const { databaseUrl } = this.#testApp;
    const { smtpUrl, filesFolder } = this.#options;
    const whole: MailerRun = { ...more, databaseUrl, smtpUrl, filesFolder };
    const child = startKillable('killable-mailer', whole);
    child.stdout.resume();
    await once(child, 'exit');
    return child.signalCode === 'SIGKILL';
  }

  /** All emails wait; who may send the issue again. */
  async queueAll() {
    const { deps, app } = this.#testApp;
    const half = Math.floor(this.#addresses.length / 2);
    await deps.db.transaction().execute(async (tx) => {
      for (const [n, to] of this.#addresses.slice(0, half).entries()) {
        const email = { to, subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' };
        await deps.emails.queue(tx, { ...email, messageId: `<outbox-${n}@example.com>` });
      }
      for (const email of this.#addresses.slice(half)) {
        const token = crypto.randomUUID().replaceAll('-', '');
        const row = { email, token, consent: 'yes', requestedAt: new Date() };
        await tx
          .insertInto('subscriber')
          .values({ ...row, state: 'confirmed' })
          .execute();
      }
    });
    const editor = await addTestStaff(deps.db, 'editor');
    const form = { subject: 'Faults', preheader: '', body: '<p>Hello</p>', cards: '' };
    const created = await app.leads.issues.editing.create(editor, form);
    const issueId = created.ok ? created.value.id : 0;
    await app.leads.issues.sending.send(editor, issueId, 1);
    return { issueId, editor };
  }

  /** Counts the emails that are still to be sent by themselves. */
  async countOpen(): Promise<number> {
    const { db } = this.#testApp.deps;
    const emails = await db
      .selectFrom('outboxEmail')
      .select('id')
      .where('state', '=', 'queued')
      .execute();
    const readers = await db
      .selectFrom('newsletterRecipient')
      .select('id')
      .where('state', '=', 'queued')
      .execute();
    return emails.length + readers.length;
  }

  /** How often nobody knew, by address. */
  async #readUnclear(): Promise<ReadonlyMap<string, number>> {
    const { db } = this.#testApp.deps;
    const emails = await db
      .selectFrom('outboxEmail')
      .select(['recipient as to', 'unclearCount'])
      .execute();
    const readers = await db
      .selectFrom('newsletterRecipient')
      .innerJoin('subscriber', 'subscriber.id', 'subscriberId')
      .select(['subscriber.email as to', 'unclearCount'])
      .execute();
    return new Map([...emails, ...readers].map(({ to, unclearCount }) => [to, unclearCount]));
  }

  /** The mail server's mailboxes beside what the store says of them. */
  async compare(issueId: number, taken: readonly string[]) {
    const { db } = this.#testApp.deps;
    const unclear = await this.#readUnclear();
    const copies = new Map<string, number>();
    for (const to of taken) copies.set(to, (copies.get(to) ?? 0) + 1);
    const copiesOf = (to: string): number => copies.get(to) ?? 0;
    const failed = await db
      .selectFrom('outboxEmail')
      .select(['recipient', 'trouble'])
      .where('state', '=', 'failed')
      .execute();
    const bounced = await db
      .selectFrom('subscriber')
      .select('email')
      .where('hardBounces', '>', 0)
      .execute();
    const refused = [
      ...failed.filter(({ trouble }) => trouble === 'address').map(({ recipient }) => recipient),
      ...bounced.map(({ email }) => email),
    ];
    const listed = new Set([
      ...failed.filter(({ trouble }) => trouble !== 'address').map(({ recipient }) => recipient),
      ...(await this.#listUnsettled(issueId)),
    ]);
    return {
      unclearEnds: [...unclear.values()].reduce((a, b) => a + b, 0),
      copied: this.living.filter((to) => copiesOf(to) > 1).length,
      tooMany: this.living.filter((to) => copiesOf(to) > 1 + Math.min(unclear.get(to) ?? 0, 1)),
      wronglyRefused: refused.filter((to) => !to.startsWith('gone')),
      missed: this.living.filter((to) => copiesOf(to) === 0 && !listed.has(to)),
      refused: refused.length,
      listed: listed.size,
    };
  }

  async #listUnsettled(issueId: number): Promise<string[]> {
    const rows = await this.#testApp.deps.db
      .selectFrom('newsletterRecipient')
      .innerJoin('subscriber', 'subscriber.id', 'subscriberId')
      .select('subscriber.email')
      .where('issueId', '=', issueId)
      .where('newsletterRecipient.state', 'in', ['unclear', 'failed'])
      .execute();
    return rows.map(({ email }) => email);
  }
}
