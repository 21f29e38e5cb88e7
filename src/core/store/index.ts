import type { Deps, Tx } from '../deps.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { toSiteInfo, type SiteInfo } from './model.ts';
import { settingsSchema, type StoreSettings } from './settings.model.ts';
import * as store from './settings.store.ts';

/** The first key of a settings file; a later program may read it in another way. */
const fileFormat = 1;

export type SettingsVersion = {
  readonly version: number;
  readonly changedAt: Date;
  readonly changedBy: string;
};

/** In `tx`: the store's currency, which stays until it ends. */
export const holdCurrency = store.holdCurrency;

/** A store's settings: what makes it one publisher's, with their history. */
export class Store {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'invalidate'>;
  /** A version never changes: it is parsed once. */
  #parsed: { readonly key: string; readonly settings: StoreSettings } | undefined;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'invalidate'>) {
    this.#deps = deps;
  }

  /** False for an empty store: its pages can't be shown yet. */
  async isSetUp(): Promise<boolean> {
    return (await store.findVersion(this.#deps.db)) !== undefined;
  }

  /** The settings in force. Throws where the store was never set up. */
  async getSettings(): Promise<StoreSettings> {
    const { db } = this.#deps;
    const newest = await store.findVersion(db);
    if (!newest) throw new Error('the store is not set up: it has no settings');
    const key = `${newest.version} ${newest.changedAt.toISOString()}`;
    if (this.#parsed?.key === key) return this.#parsed.settings;
    const settings = settingsSchema.parse(await store.getBody(db, newest.version));
    this.#parsed = { key, settings };
    return settings;
  }

  /** What pages show of the settings. Throws where the store was never set up. */
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
   * where it was set up meanwhile.
   */
  createSettings(
    input: unknown,
    changedBy: string,
    alsoDo?: (tx: Tx) => Promise<void>,
  ): Promise<Outcome<StoreSettings>> {
    return this.#write(input, changedBy, { alsoDo });
  }

  async #write(
    input: unknown,
    changedBy: string,
    first?: { readonly alsoDo: ((tx: Tx) => Promise<void>) | undefined },
  ): Promise<Outcome<StoreSettings>> {
    const parsed = settingsSchema.safeParse(input);
    if (!parsed.success) return failWithPlaces(parsed.error.issues);
    const settings = parsed.data;
    const { db, clock, invalidate } = this.#deps;
    return db.transaction().execute(async (tx): Promise<Outcome<StoreSettings>> => {
      await store.lockSettings(tx);
      const newest = await store.findVersion(tx);
      if (newest && first) return fail('conflict', 'The store is set up already.');
      const before = newest && settingsSchema.parse(await store.getBody(tx, newest.version));
      if (before && JSON.stringify(before) === JSON.stringify(settings)) return ok(settings);
      if (before && before.currency !== settings.currency && (await store.hasOrders(tx)))
        return fail(
          'conflict',
          `The currency stays ${before.currency}: there are orders in it. Open another store for ${settings.currency}.`,
        );
      const version = (newest?.version ?? 0) + 1;
      await store.insertVersion(tx, { version, body: settings, changedAt: clock(), changedBy });
      await first?.alsoDo?.(tx);
      await invalidate(tx, ['site']);
      return ok(settings);
    });
  }

  /** The text of a file with all settings; `importSettings` of it changes nothing. */
  async exportSettings(): Promise<string> {
    const settings = await this.getSettings();
    return `${JSON.stringify({ storeFormat: fileFormat, ...settings }, undefined, 2)}\n`;
  }

  /** As replaceSettings, from the text of a file; `malformed` for one that is no such file. */
  async importSettings(text: string, changedBy: string): Promise<Outcome<StoreSettings>> {
    const file = parseJsonObject(text);
    if (!file) return fail('malformed', 'The file is not JSON with the settings of a store.');
    const { storeFormat, ...settings } = file;
    if (storeFormat !== fileFormat)
      return fail('malformed', `The file does not begin with "storeFormat": ${fileFormat}.`);
    return this.replaceSettings(settings, changedBy);
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

function parseJsonObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** "bank.iban: …" for every place of the file that is wrong. */
function failWithPlaces(issues: readonly Issue[]): ReturnType<typeof fail> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) {
    const place = path.length === 0 ? 'file' : path.map(String).join('.');
    (errors[place] ??= []).push(message);
  }
  const sentences = Object.entries(errors).map(([place, all]) => `${place}: ${all.join('; ')}`);
  return fail('invalid', `The settings can't be used. ${sentences.join('. ')}.`, errors);
}
