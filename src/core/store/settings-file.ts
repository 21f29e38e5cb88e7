/** The file that holds everything that makes a store one publisher's. */
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { redirectsSchema, type PathPair } from './redirects/redirect.model.ts';
import { failWithPlaces } from './settings-errors.ts';
import type { StoreSettings } from './settings.model.ts';

/** The first key of the file; a later program may read it in another way. */
const fileFormat = 1;

/** Redirects are in it where there are any. */
export function writeSettingsFile(settings: StoreSettings, redirects: readonly PathPair[]): string {
  const file = { storeFormat: fileFormat, ...settings, ...(redirects.length > 0 && { redirects }) };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

type SettingsFile = {
  /** Not checked yet. */
  readonly settings: unknown;
  /** undefined if the file says nothing of them. */
  readonly redirects: readonly PathPair[] | undefined;
};

/** `malformed` for a text that is not such a file, `invalid` for redirects that are none. */
export function readSettingsFile(text: string): Outcome<SettingsFile> {
  const file = parseJsonObject(text);
  if (!file) return fail('malformed', 'The file is not JSON with the settings of a store.');
  const { storeFormat, redirects, ...settings } = file;
  if (storeFormat !== fileFormat)
    return fail('malformed', `The file does not begin with "storeFormat": ${fileFormat}.`);
  const parsed = redirectsSchema.optional().safeParse(redirects);
  if (!parsed.success)
    return failWithPlaces(
      parsed.error.issues.map(({ path, message }) => ({ message, path: ['redirects', ...path] })),
    );
  return ok({ settings, redirects: parsed.data });
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
