import type { StaffVerb } from '#core/staff/verbs.model.ts';

/**
 * What every page of the back office exports as `handle`: the verb that its reader must be allowed,
 * or one of several. The guard (server/admin/guard.ts) reads it before the page's loader runs, for
 * reads and for posts. Pages without a session, such as the login, are open.
 */
export type AdminHandle =
  | { readonly verb: StaffVerb | readonly StaffVerb[] }
  | { readonly isOpen: true };
