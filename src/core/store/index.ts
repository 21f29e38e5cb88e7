import type { Database, Deps, Tx } from '../deps.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import { getActorName, type Actor } from '../kernel/audit.ts';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { StaffVerb } from '../staff/verbs.model.ts';
import { checkSettings } from './check-settings.ts';
import { findChanges, findSettingsVerb, isSame, revertChanges } from './changed-settings.model.ts';
import { isMistypedIban, wrongIban } from './iban.model.ts';
import { toSiteInfo, type SiteInfo } from './model.ts';
import { refuseOutdated } from './refuse-outdated.ts';
import { refuseMissingPictures } from './settings-pictures.ts';
import { listPageAddresses } from './policies/page.model.ts';
import { listAllRedirects, replaceRedirects } from './redirects/redirects.store.ts';
import { describeInPlainWords, failWithPlaces } from './settings-errors.ts';
import { readSettingsFile, writeSettingsFile } from './settings-file.ts';
import { settingsSchema, type StoreSettings, type StoreSettingsInput } from './settings.model.ts';
import { isSeeded, noteSeeded } from './seeding.store.ts';
import * as store from './settings.store.ts';

export type SettingsVersion = {
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string;
};

/** In `tx`: the store's currency, which stays until it ends. */
export const holdCurrency = store.holdCurrency;

/** A store's settings: what makes it one publisher's, with their history. */
export class Store {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>;
  /** A version never changes: it is parsed once. */
  #parsed: (NumberedSettings & { readonly key: string }) | undefined;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>) {
    this.#deps = deps;
  }

  /** False for an empty store: its pages can't be shown yet. */
  async isSetUp(): Promise<boolean> {
    return (await store.findVersion(this.#deps.db)) !== undefined;
  }

  /**
   * Does `seed` once in the life of a store, whatever is deleted afterwards. `isThere` says whether a
   * start that was killed has done it already. Throws what `seed` throws, which is tried again.
   */
  async seedOnce(
    part: 'content' | 'catalogue' | 'office',
    isThere: () => Promise<boolean>,
    seed: () => Promise<void>,
  ): Promise<void> {
    const { db } = this.#deps;
    if (await isSeeded(db, part)) return;
    if (!(await isThere())) await seed();
    await noteSeeded(db, part);
  }

  /** The settings in force. Throws if the store was never set up. */
  async getSettings(db?: Database | Tx): Promise<StoreSettings> {
    return (await this.getSettingsInForce(db)).settings;
  }

  /** The same with the number of its version, for a form. */
  async getSettingsInForce(db: Database | Tx = this.#deps.db): Promise<NumberedSettings> {
    const newest = await store.findVersion(db);
    if (!newest) throw new Error('the store is not set up: it has no settings');
    const { version } = newest;
    const key = `${version} ${newest.changedAt.toISOString()}`;
    if (this.#parsed?.key === key) return this.#parsed;
    const settings = settingsSchema.parse(await store.getBody(db, version));
    this.#parsed = { key, version, settings };
    return this.#parsed;
  }

  /** In `tx`: every address of a policy page; none is added or moved until it ends. */
  async holdPageAddresses(tx: Tx): Promise<string[]> {
    await store.holdSettings(tx);
    return listPageAddresses((await this.getSettings(tx)).policyPages);
  }

  /** The zone of the store's days and hours, an IANA name. Throws if it was never set up. */
  async getTimeZone(): Promise<string> {
    return (await this.getSettings()).timeZone;
  }

  /** Returns the part of the settings that pages show. Throws if the store was never set up. */
  async getSiteInfo(): Promise<SiteInfo> {
    return toSiteInfo(await this.getSettings());
  }

  /**
   * The settings are in force for everybody, and every page that shows them is dropped. The version
   * before is kept. `invalid` with a sentence for each place that is wrong, `conflict` for another
   * currency once there are orders. Settings as they are already change nothing.
   */
  replaceSettings(input: unknown, changedBy: string): Promise<Outcome<StoreSettings>> {
    return this.#write(input, changedBy);
  }

  /**
   * As replaceSettings, for a store without any, with `alsoDo` in the same transaction. `conflict`
   * if it was set up meanwhile.
   */
  createSettings(
    input: unknown,
    changedBy: string,
    alsoDo?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome<StoreSettings>> {
    return this.#write(input, changedBy, { alsoDo, isFirst: true });
  }

  /**
   * For staff: these settings are in force, all others stay. `basedOn` is the version that a form
   * was filled from, `alsoDo` is part of the transaction. `forbidden`; what `refuse` answers;
   * `invalid` with plain words at the place of each, such as "bank.iban"; `conflict` as
   * replaceSettings, and where they would overwrite what somebody changed since `basedOn`. The audit
   * log has what differs as it was and as it is.
   */
  async changeSettings(
    actor: Actor,
    changes: Partial<StoreSettingsInput>,
    { verb, basedOn, refuse, alsoDo }: ChangeOptions = {},
  ): Promise<Outcome<StoreSettings>> {
    const parts = Object.keys(changes);
    const thing = { kind: 'settings', id: parts.join(', ') };
    const attempt = { verb: verb ?? findSettingsVerb(parts), thing };
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const before = await this.#lockNewest(tx);
      const input = { ...before?.settings, ...changes };
      const checked = checkSettings(input, before?.settings, describeInPlainWords);
      const typed = checked.ok ? checked.value : changes;
      const refused =
        (before && (await refuseOutdated(tx, before, { typed, parts, basedOn }))) ??
        (await refuse?.(tx));
      if (refused) return refused;
      if (!checked.ok) return checked;
      // Not a rule of the settings themselves: older ones that break it stay readable.
      const iban = changes.bank?.iban ?? '';
      if (iban !== before?.settings.bank?.iban && isMistypedIban(iban))
        return failWithFieldErrors({ 'bank.iban': [wrongIban] });
      const written = await this.#insert(tx, before, checked.value, getActorName(actor));
      if (!written.ok) return written;
      audit(findChanges(before?.settings ?? {}, written.value, parts));
      await alsoDo?.(tx);
      return written;
    });
  }

  /**
   * Undoes a change of the settings, in the transaction of the entry that says so. `conflict`
   * if the same was changed since.
   */
  readonly undoChange = async (
    tx: Tx,
    entry: LoggedChange,
  ): Promise<Outcome<{ before: object; after: object }>> => {
    const newest = await this.#lockNewest(tx);
    const reverted = newest && revertChanges(newest.settings, entry);
    if (entry.thingKind !== 'settings' || !newest || !reverted)
      return fail('conflict', 'This has changed since, or changed nothing.');
    const parsed = settingsSchema.safeParse(reverted);
    if (!parsed.success) return failWithPlaces(parsed.error.issues);
    const changedBy = `undo of what ${entry.actorName} did`;
    const written = await this.#insert(tx, newest, parsed.data, changedBy);
    if (!written.ok) return written;
    return ok(findChanges(newest.settings, written.value, Object.keys(written.value)));
  };

  async #write(
    input: unknown,
    changedBy: string,
    { alsoDo, isFirst = false }: WriteOptions = {},
  ): Promise<Outcome<StoreSettings>> {
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<StoreSettings>> => {
      const before = await this.#lockNewest(tx);
      const checked = checkSettings(input, before?.settings);
      if (!checked.ok) return checked;
      if (before && isFirst) return fail('conflict', 'The store is set up already.');
      const written = await this.#insert(tx, before, checked.value, changedBy);
      if (written.ok) await alsoDo?.(tx);
      return written;
    });
  }

  /** In `tx`: the settings in force, which nobody else changes until it ends. */
  async #lockNewest(tx: Tx): Promise<NumberedSettings | undefined> {
    await store.lockSettings(tx);
    const newest = await store.findVersion(tx);
    if (!newest) return undefined;
    const { version } = newest;
    return { version, settings: settingsSchema.parse(await store.getBody(tx, version)) };
  }

  async #insert(
    tx: Tx,
    before: NumberedSettings | undefined,
    settings: StoreSettings,
    changedBy: string,
  ): Promise<Outcome<StoreSettings>> {
    const { clock, invalidate } = this.#deps;
    if (before && isSame(before.settings, settings)) return ok(settings);
    const currency = before?.settings.currency ?? settings.currency;
    if (currency !== settings.currency && (await store.hasOrders(tx))) {
      const message =
        `The currency stays ${currency}, because there are orders in it. Set up another ` +
        `store for ${settings.currency}.`;
      return fail('conflict', message, { currency: [message] });
    }
    const missing = await refuseMissingPictures(tx, before?.settings, settings);
    if (missing) return missing;
    const version = (before?.version ?? 0) + 1;
    await store.insertVersion(tx, { version, body: settings, changedAt: clock(), changedBy });
    await invalidate(tx, ['site']);
    return ok(settings);
  }

  /** The text of a file with all settings and redirects; `importSettings` of it changes nothing. */
  async exportSettings(): Promise<string> {
    const settings = await this.getSettings();
    return writeSettingsFile(settings, await listAllRedirects(this.#deps.db));
  }

  /**
   * As replaceSettings, from the text of a file; redirects only if it has some. `malformed` for
   * one that is not such a file, `invalid` for redirects that lead in a circle.
   */
  async importSettings(text: string, changedBy: string): Promise<Outcome<StoreSettings>> {
    const file = readSettingsFile(text);
    if (!file.ok) return file;
    const { settings, redirects } = file.value;
    const by = { createdAt: this.#deps.clock(), createdBy: changedBy };
    return this.#write(settings, changedBy, {
      alsoDo: async (tx) => {
        if (!redirects) return;
        await replaceRedirects(tx, redirects, by);
        await this.#deps.invalidate(tx, ['redirects']);
      },
    });
  }

  /** Who changed the settings and when, newest first. */
  listVersions(): Promise<SettingsVersion[]> {
    return store.listVersions(this.#deps.db);
  }

  /** The settings of an earlier version. Throws for a version that was never there. */
  async getVersion(version: number): Promise<StoreSettings> {
    return settingsSchema.parse(await store.getBody(this.#deps.db, version));
  }
}

type ChangeOptions = {
  /** Of changes that need more than one by their parts. */
  readonly verb?: StaffVerb;
  /** Returns the errors that the settings alone don't show, asked in the transaction. */
  readonly refuse?: (tx: Tx) => Promise<Refusal | undefined>;
  readonly basedOn?: number | undefined;
  readonly alsoDo?: (tx: Tx) => Promise<void>;
};

type WriteOptions = {
  readonly alsoDo?: ((tx: Tx) => Promise<void>) | undefined;
  /** Refused where there are settings already. */
  readonly isFirst?: boolean;
};

export type NumberedSettings = { readonly version: number; readonly settings: StoreSettings };
