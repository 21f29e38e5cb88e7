import type { StaffVerb } from '#core/staff/verbs.model.ts';

/**
 * Exported as `handle` by every page of the back office: the verb that its reader must be allowed,
 * or one of several. The guard (server/admin/guard.ts) reads it before the page's loader runs, for
 * reads and for posts. Pages without a session, such as the login, are open.
 */
export type AdminHandle =
  | { readonly verb: StaffVerb | readonly StaffVerb[] }
  | { readonly isOpen: true };
