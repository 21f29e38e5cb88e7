import { createHash } from 'node:crypto';
import type { SubmittedForm, UploadedFile } from '#core/kernel/submitted-form.model.ts';
import { formKeyField } from './form-key.tsx';

type Fields = Readonly<Record<string, string>>;

/**
 * The key of a form with a digest of what it says: a page that a browser brings back from its memory
 * may ask for something else, and that is another form. Undefined for a form without a key, which is
 * taken as one that comes for the first time.
 */
export function readFormKey(
  fields: Fields,
  fileDigests: readonly string[] = [],
): string | undefined {
  const { [formKeyField]: key = '', ...others } = fields;
  if (!/^[\w-]{16,64}$/.test(key)) return undefined;
  // A proof of identity on the way says nothing of what was asked for.
  const said = Object.entries(others).filter(([name]) => !name.startsWith('proof_'));
  const text = JSON.stringify([said.toSorted(([a], [b]) => (a < b ? -1 : 1)), fileDigests]);
  return `${key}.${createHash('sha256').update(text).digest('base64url')}`;
}

/** The form with its key; a file that it brings is part of what it says. */
export async function addFormKey(form: SubmittedForm): Promise<SubmittedForm> {
  if (form.fields[formKeyField] === undefined) return form;
  const files = form.file ? [form.file, ...(form.furtherFiles ?? [])] : [];
  const digests: string[] = [];
  for (const file of files) digests.push(await digestFile(file));
  const key = readFormKey(form.fields, digests);
  return key === undefined ? form : { ...form, key };
}

async function digestFile(file: UploadedFile): Promise<string> {
  const hash = createHash('sha256').update(file.name);
  for await (const chunk of file.openStream()) hash.update(chunk as Uint8Array);
  return hash.digest('base64url');
}
