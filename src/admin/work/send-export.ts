import { redirect } from 'react-router';
import type { BegunExport } from '#core/kernel/exports.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { formKeyField } from '#admin/frame/form-key.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { readFormKey } from '#admin/frame/read-form-key.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import { hrefOfWork } from './work-paths.ts';

/** The key that an export's link carries; a link without one begins anew each time. */
export const readLinkKey = (url: string): string | undefined =>
  readFormKey(Object.fromEntries(new URL(url).searchParams));

/** The address of an export, whose file is written once however often the link is followed. */
export function addLinkKey(href: string): string {
  const separator = href.includes('?') ? '&' : '?';
  return `${href}${separator}${formKeyField}=${crypto.randomUUID()}`;
}

/** The file of an export, or the page that says how far it is. */
export function sendExport(begun: Outcome<BegunExport>): Response {
  const { id, file } = unwrap(begun);
  return file ? sendFile(file.content, file.name) : redirect(hrefOfWork(id), 303);
}
