/**
 * The settings of the store, in the terminal of the machine on which it runs:
 * `npm run store -- help`, and `npm run setup` for an empty one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import type { App } from '#core/app.ts';
import { ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { seedCountries } from '#src/boot/seed-countries.ts';
import { ConfigError } from '#src/settings/config-error.ts';
import { operatorName, printOutcome, withStore } from './support/with-store.ts';

const help = `npm run setup                          sets an empty store up: asks for what it needs
npm run setup -- --from store.json     the same, from a file
npm run setup -- --link                prints a new link to the page that sets it up
npm run store -- export store.json     writes all settings into a file
npm run store -- import store.json     replaces all settings by those of a file
npm run store -- history               who changed the settings, and when
npm run store -- renew-links           after LINK_SECRET was replaced: all links are made anew`;

const changedBy = `command line, ${operatorName}`;

/** The questions of `npm run setup`: the field of the form, and the question. */
const questions = [
  ['name', 'Name of the store'],
  ['email', 'Email address for enquiries'],
  ['sales_email', 'Email address for orders, from which emails are sent (empty: the same)'],
  ['legal_name', 'Legal name, as on invoices (empty: the name of the store)'],
  ['address', 'Address, ending with the country'],
  ['tax_id', 'Tax number (may be empty)'],
  ['currency', 'Currency: USD, EUR, GBP, INR, JPY …'],
  ['bank_holder', 'Bank account: holder (empty: no bank transfers)'],
  ['bank_iban', 'Bank account: IBAN or number'],
  ['bank_bic', 'Bank account: BIC or bank code'],
  ['tax', 'Tax: none, net (added to prices) or gross (in the prices)'],
  ['tax_country', 'Country of the tax, two letters (empty without tax)'],
  ['tax_number', 'Your VAT number (empty without tax)'],
  ['owner_email', 'Your own email address, to sign in to the back office'],
  ['time_zone', 'Time zone: Asia/Kolkata, Europe/London … (empty: UTC)'],
] as const;

/** If nobody works in the back office yet: how its owner gets in. */
async function inviteOwner({ staff }: App, email: string): Promise<string> {
  if (!(await staff.firstOwner.isMissing())) return 'Sign in to the back office at /admin.';
  const by = { programName: changedBy };
  const link = await staff.invitations.createLink(by, { email, role: 'owner' });
  return link.ok
    ? `Choose your password for the back office with this link, within seven days:\n  ${link.value}`
    : 'Its back office has no owner yet: "npm run staff -- add <email> owner".';
}

async function askSetup(app: App): Promise<Outcome<string>> {
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout });
  const form: Record<string, string> = {};
  const lines = terminal[Symbol.asyncIterator]();
  for (const [field, question] of questions) {
    process.stdout.write(`${question}: `);
    const line = await lines.next();
    form[field] = line.done ? '' : line.value.trim();
  }
  terminal.close();
  const { owner_email: by, ...settings } = form;
  const given = { ...settings, tax: form['tax'] || 'none' };
  const completed = await app.firstSetup.setUp(given, changedBy);
  if (!completed.ok) return completed;
  return ok(
    'The store is open. Its legal texts are drafts: complete them with ' +
      '"npm run store -- export store.json", and import the file again.\n' +
      (await inviteOwner(app, by ?? '')),
  );
}

async function setUp(app: App, [option = '', file = '']: readonly string[]) {
  if (await app.store.isSetUp()) return ok('The store is set up already: see "npm run store".');
  if (option === '--link') return ok(await app.firstSetup.createLink());
  if (option !== '--from') return askSetup(app);
  const imported = await app.store.importSettings(readText(file), changedBy);
  if (!imported.ok) return imported;
  return ok(`The store is open: ${imported.value.name}.\n${await inviteOwner(app, '')}`);
}

/** Throws ConfigError if the file can't be read. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError(`The file ${file || '(none given)'} can't be read.`, { cause: error });
  }
}

async function listHistory({ store }: App): Promise<Outcome<string>> {
  const lines = (await store.listVersions()).map(
    (row) => `${String(row.version).padStart(5)}  ${row.changedAt.toISOString()}  ${row.changedBy}`,
  );
  return ok(lines.join('\n') || 'The store is not set up yet: "npm run setup".');
}

/**
 * Runs `npm run store -- <words>`: returns what it prints, or the sentence with which it ends with
 * exit code 1.
 */
export async function runStoreCommand(
  app: App,
  words: readonly string[],
): Promise<Outcome<string>> {
  const [command = '', ...rest] = words;
  const [file = ''] = rest;
  if (command === 'setup') return setUp(app, rest);
  if (command === 'history') return listHistory(app);
  if (command === 'renew-links') {
    const renewed = await app.system.secrets.renew();
    return ok(
      `${renewed} links and authenticator apps of another LINK_SECRET were made anew. Links that ` +
        'were sent before no longer work: staff send new ones from each order.',
    );
  }
  if (command === 'export' && file !== '') {
    writeFileSync(file, await app.store.exportSettings());
    return ok(`All settings are in ${file}.`);
  }
  if (command === 'import' && file !== '') {
    const imported = await app.store.importSettings(readText(file), changedBy);
    return imported.ok ? ok('The settings are in force.') : imported;
  }
  return ok(help);
}

if (import.meta.main)
  await withStore(
    {
      refusedExitCode: 1,
      // An empty database has no tables before the store has started once.
      prepare: (database, { root }) => migrateDatabase(database, path.join(root, 'db/migrations')),
    },
    async (app, config) => {
      await seedCountries(config, app);
      return printOutcome(await runStoreCommand(app, process.argv.slice(2)));
    },
  );
