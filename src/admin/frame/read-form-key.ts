import { createHash } from 'node:crypto';
import { formKeyField } from './form-key.tsx';

/**
 * The key of a form that begins long work, with a digest of what it says: a page that a browser
 * brings back from its memory may ask for something else, and that is another form. One that was not
 * rendered here has no key, and is taken as one that comes for the first time.
 */
export function readFormKey(fields: Readonly<Record<string, string>>): string {
  const { [formKeyField]: key = '', ...others } = fields;
  if (!/^[\w-]{16,64}$/.test(key)) return crypto.randomUUID();
  const said = JSON.stringify(Object.entries(others).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${key}.${createHash('sha256').update(said).digest('base64url')}`;
}
