/** Who works in the back office: `npm run staff -- help`, on the machine on which the store runs. */
import { formatDayIn } from '#core/kernel/time-zone.model.ts';
import type { App } from '#core/app.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { invitationDays, roles } from '#core/staff/model.ts';
import { operatorName, printOutcome, withStore } from './support/with-store.ts';

const help = `npm run staff                                 everybody who works in the back office
npm run staff -- add anna@company.com owner   prints a link for them; roles: ${roles.join(', ')}
npm run staff -- add anna@company.com         for somebody who works here: a link for a new password
npm run staff -- reset-factor anna@company.com  removes their passkeys and app: they set up new ones`;

/** Who did it, in the audit log. */
const by = { programName: `command line, ${operatorName}` };

async function add({ staff }: App, email: string, role: string): Promise<Outcome<string>> {
  const known = (await staff.members.listAll()).find((member) => member.email === email);
  const form = { email, role: known?.role ?? role };
  const link = await staff.invitations.createLink(by, form);
  if (!link.ok) return link;
  return ok(`Open this link within ${invitationDays} days, it works once:\n  ${link.value}`);
}

async function list({ staff, store }: App): Promise<Outcome<string>> {
  const zone = (await store.isSetUp()) ? await store.getTimeZone() : 'UTC';
  const lines = (await staff.members.listAll()).map((member) => {
    const seen = member.lastSeenAt ? formatDayIn(member.lastSeenAt, zone) : 'never';
    const factors = member.factors.join(', ') || 'no second factor';
    const state = member.disabledAt ? ', disabled' : '';
    return `${member.email}  ${member.role}  ${factors}, last seen ${seen}${state}`;
  });
  return ok(lines.join('\n') || 'Nobody works here yet: "npm run staff -- add <email> owner".');
}

/**
 * Runs `npm run staff -- <words>`: returns what it prints, or the sentence with which it ends with
 * exit code 1.
 */
export async function runStaffCommand(
  app: App,
  words: readonly string[],
): Promise<Outcome<string>> {
  const [command = 'list', given = '', role = ''] = words;
  const email = given.trim().toLowerCase();
  if (command === 'list') return list(app);
  if (command === 'add' && email !== '') return add(app, email, role);
  if (command !== 'reset-factor' || email === '') return ok(help);
  const reset = await app.staff.members.resetFactorsOf(by, email);
  return reset.ok ? ok(`${email} sets up a new factor after the password.`) : reset;
}

if (import.meta.main)
  await withStore({ refusedExitCode: 2, needsSettings: true }, async (app) =>
    printOutcome(await runStaffCommand(app, process.argv.slice(2))),
  );
