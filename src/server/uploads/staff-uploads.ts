import { Hono } from 'hono';
import { mayDo, type StaffVerb } from '#core/staff/verbs.model.ts';
import type { AdminEnv } from '../admin/guard.ts';
import { createAdminHeaders } from '../admin/admin-headers.ts';
import { rejectCrossSitePosts } from '../http/csrf.ts';
import type { ServerOptions } from '../options.ts';
import { answerTus } from './tus-uploads.ts';

/** Whose forms take files of any size. */
const verbs: readonly StaffVerb[] = ['report.edit', 'import.run', 'order.deliver'];

export const nameStaffOwner = (staffId: number): string => `staff ${staffId}`;

/**
 * `/admin/uploads`: resumable uploads of staff, by tus 1.0. A form names the finished ones in its
 * field "uploaded" (`kept-files.ts`).
 */
export function staffUploadRoutes(options: ServerOptions): Hono<AdminEnv> {
  const path = '/admin/uploads';
  const headers = createAdminHeaders(options);
  const routes = new Hono<AdminEnv>();
  for (const pattern of ['/uploads', '/uploads/:id'])
    routes.all(pattern, rejectCrossSitePosts(options.origin), async (c) => {
      const actor = c.get('staff');
      if (!actor || !verbs.some((verb) => mayDo(actor.role, verb)))
        return c.text('Your role does not allow this.\n', 403, headers);
      return answerTus(c, options, { owner: nameStaffOwner(actor.staffId), path });
    });
  return routes;
}
