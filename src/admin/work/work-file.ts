import { Readable } from 'node:stream';
import type { Route } from './+types/work-file.ts';
import { redirect } from 'react-router';
import { appContext } from '#site/context.ts';
import { staffContext, type StaffVisit } from '#admin/context.ts';
import { readId } from '#admin/frame/read-id.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { sendFile } from '#admin/frame/send-file.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { App } from '#core/app.ts';
import { hrefOfWork } from './work-paths.ts';

export const handle: AdminHandle = { verb: 'home.read' };

/** The file of an export; one that asks for a proof of identity is given out by a form alone. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readId(params.id);
  const { longWork } = context.get(appContext);
  const { needsProof } = unwrap(await longWork.view(context.get(staffContext).actor, id));
  return needsProof
    ? redirect(hrefOfWork(id), 303)
    : openFile(context.get(appContext), context.get(staffContext), id);
}

export const action = ({ context, params }: Route.ActionArgs) =>
  openFile(context.get(appContext), context.get(staffContext), readId(params.id));

async function openFile({ longWork }: App, { actor }: StaffVisit, id: number): Promise<Response> {
  const { name, content } = unwrap(await longWork.openFile(actor, id));
  return sendFile(Readable.from(content), name);
}
