import { formKeyField } from './form-key.tsx';

/**
 * The key of a form that begins long work. A form that was not rendered here has none, and is taken
 * as one that comes for the first time.
 */
export function readFormKey(fields: Readonly<Record<string, string>>): string {
  const key = fields[formKeyField] ?? '';
  return /^[\w-]{16,64}$/.test(key) ? key : crypto.randomUUID();
}
