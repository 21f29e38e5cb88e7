import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#demo/random.ts';
import { findWhyNoPostfix, startPostfix, type Postfix } from '../support/postfix.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { waitUntil } from '../support/wait-until.ts';
import { EmailsUnderFaults } from './emails-under-faults.ts';

const why = findWhyNoPostfix();
if (why) console.warn(`Emails under the faults of a real Postfix are not tested: ${why}`);

/** Emails; FAULT_RUNS asks for more than in CI, FAULT_SEED for other faults. */
const count = Math.max(60, Number(process.env['FAULT_RUNS'] ?? 60));
const random = createRandom(Number(process.env['FAULT_SEED'] ?? 20_261_128));
const hourMs = 3_600_000;
const maxRounds = 100;
/** From then on it is well. */
const faultyRounds = 8;

let testApp: TestApp;
let postfix: Postfix;
let emails: EmailsUnderFaults;
const folder = createTemporaryFolder('postfix-faults');
beforeAll(async () => {
  if (why) return;
  testApp = await openTestApp();
  const mailboxes = Array.from({ length: count }, (_, n) => `reader${n}@mail.test`);
  postfix = await startPostfix({ mailboxes, recipients: refuseSome(), senders: {} });
  const options = { count, smtpUrl: postfix.url, filesFolder: folder.path, domain: 'mail.test' };
  emails = new EmailsUnderFaults(testApp, options);
});
afterAll(async () => {
  await postfix?.close();
  await testApp?.close();
  folder.remove();
});

const refusals = [
  '450 4.2.0 greylisted, come back in 5 minutes',
  '451 4.3.0 lookup failure',
  '452 4.2.2 mailbox full',
  '421 4.7.0 too many connections',
] as const;

/** Half of the addresses are refused for a while. */
function refuseSome(): Record<string, string> {
  const refused: Record<string, string> = {};
  for (let n = 0; n < count; n++) {
    const refusal = refusals[random(2 * refusals.length)];
    if (refusal) refused[`reader${n}@mail.test`] = refusal;
  }
  return refused;
}

/** Kills Postfix when it has delivered some more, or when the sending has ended. */
async function killPostfixAmid(sending: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void sending.finally(() => (hasEnded = true));
  const wanted = postfix.listTaken().length + 1 + random(Math.ceil(count / 10));
  await waitUntil(
    'Postfix has delivered some',
    () => hasEnded || postfix.listTaken().length >= wanted,
  );
  await postfix.kill();
}

test.skipIf(why)(
  `F-56 ${count} emails while a real Postfix greylists, refuses for a while and is killed: nobody is missed or bounced`,
  async () => {
    const { issueId, editor } = await emails.queueAll();
    let [rounds, kills, restarts] = [0, 0, 0];
    for (; rounds < maxRounds && (await emails.countOpen()) > 0; rounds++) {
      await testApp.app.leads.issues.sending.resume(editor, issueId);
      const isFaulty = rounds < faultyRounds;
      const isPostfixKilled = isFaulty && rounds % 2 === 0;
      const killAtStep = isFaulty && !isPostfixKilled ? 1 + random(Math.ceil(count / 2)) : 0;
      const sending = emails.run({ issueId, killAtStep, clockOffsetMs: rounds * 1.1 * hourMs });
      if (isPostfixKilled) await killPostfixAmid(sending);
      if (await sending) kills++;
      if (!isPostfixKilled) continue;
      await postfix.restart(rounds + 2 < faultyRounds ? refuseSome() : {});
      restarts++;
    }
    await waitUntil('Postfix has delivered what it took', async () => {
      const taken = new Set(postfix.listTaken());
      const { listed } = await emails.compare(issueId, []);
      return taken.size + listed >= emails.living.length;
    });
    const found = await emails.compare(issueId, postfix.listTaken());
    console.log(
      `${count} emails, ${rounds} rounds, ${kills} kills of the program, ${restarts} of Postfix; ` +
        `unclear ends: ${found.unclearEnds}; twice in the mailbox: ${found.copied}; ` +
        `for a person: ${found.listed}`,
    );
    const { tooMany, wronglyRefused, missed, refused } = found;
    expect({ open: await emails.countOpen(), tooMany, wronglyRefused, missed, refused }).toEqual({
      open: 0,
      tooMany: [],
      wronglyRefused: [],
      missed: [],
      refused: count - emails.living.length,
    });
    expect([kills > 0, restarts > 0]).toEqual([true, true]);
  },
  Math.max(600_000, count * 1000),
);
