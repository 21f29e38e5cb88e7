import { redirect } from 'react-router';
import type { BegunExport } from '#core/kernel/exports.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { formKeyField } from '#admin/frame/form-key.tsx';
import { refuseUnread, type ListAddress } from '#admin/frame/list-address.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { readFormKey } from '#admin/frame/read-form-key.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import { hrefOfWork } from './work-paths.ts';

/** The key that an export's link carries; a link without one begins anew each time. */
const readLinkKey = (url: string): string | undefined =>
  readFormKey(Object.fromEntries(new URL(url).searchParams));

/** The address of an export, whose file is written once however often the link is followed. */
export function addLinkKey(href: string): string {
  const separator = href.includes('?') ? '&' : '?';
  return `${href}${separator}${formKeyField}=${crypto.randomUUID()}`;
}

/**
 * The file of an export of this list that `begin` begins, or the page that says how far it is. What
 * the list can't be narrowed by is refused. A HEAD begins nothing.
 */
export async function sendExport(
  request: Request,
  list: Pick<ListAddress, 'unread'>,
  begin: (formKey: string | undefined) => Promise<Outcome<BegunExport>>,
): Promise<Response> {
  if (request.method === 'HEAD')
    return new Response(null, { status: 405, headers: { allow: 'GET' } });
  const { id, file } = unwrap(refuseUnread(list) ?? (await begin(readLinkKey(request.url))));
  return file ? sendFile(file.content, file.name) : redirect(hrefOfWork(id), 303);
}
