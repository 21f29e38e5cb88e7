/** What a person of the publisher may do is decided by their role; verbs.model.ts has the table. */
export const roles = ['owner', 'editor', 'sales', 'finance', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Money, staff and people's data ask for a proof of identity that is at most so old. */
export const proofMinutes = 10;
/** A session ends so long after it began, and after so long without a request. */
export const sessionHours = 12;
export const idleHours = 2;

/** A member of staff, with the request that they make: every verb of theirs is given it. */
export type StaffActor = {
  readonly staffId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** When identity was last proved in this session. */
  readonly provedAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
};

/** What each member of staff chooses for themselves. */
export type StaffPreferences = {
  /** Single letters are shortcuts; whoever dictates or types on the page may switch them off. */
  readonly hasLetterShortcuts: boolean;
};
export const defaultPreferences: StaffPreferences = { hasLetterShortcuts: true };
