/**
 * The rights of a person of the publisher are decided by their role; verbs.model.ts has the table.
 */
export const roles = ['owner', 'editor', 'sales', 'finance', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Money, staff and people's data ask for a proof of identity that is at most so old. */
export const proofMinutes = 10;
/** How long a session lasts in all, and without a request. */
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
  /** Of the form that they send: what it does is done once, however often it comes. */
  readonly formKey?: string | undefined;
};

/** How long an invitation, or a link for a new password, works. */
export const invitationDays = 7;
/** Between the password and the factor may pass so much time. */
export const signInMinutes = 15;
export const recoveryCodeCount = 10;

/** The purpose of each role, as forms name it. */
export const roleNames: Readonly<Record<Role, string>> = {
  owner: 'Owner: everything, with staff and settings',
  editor: 'Editor: reports and texts',
  sales: 'Sales: enquiries and orders',
  finance: 'Finance: orders, refunds and documents',
  viewer: 'Viewer: reads only, and no personal data',
};

/** The demo has a login of every role, with a password that everybody knows. */
export const demoPassword = 'demo password';
export const getDemoEmail = (role: Role): string => `${role}@demo.example`;
export const isDemoEmail = (email: string): boolean => email.endsWith('@demo.example');

/** A way to prove identity beside the password. */
export type Factor = {
  readonly id: number;
  readonly kind: 'passkey' | 'totp' | 'recovery';
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** Recovery codes that still work. */
  readonly codesLeft?: number;
};

/** The step after the right password: a session, or the second factor, or setting one up. */
export type SignInStep =
  | { readonly kind: 'signed-in'; readonly session: string }
  | { readonly kind: 'factor' | 'set-up'; readonly ticket: string };

/** A member of staff, as the list of staff has them. */
export type StaffMember = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
  readonly disabledAt: Date | null;
  readonly factors: readonly Factor['kind'][];
};

export type StaffInvitation = {
  readonly id: number;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** One signed-in browser. */
export type StaffSession = {
  /** The hash of its secret, by which it is ended. */
  readonly id: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly ip: string;
  readonly userAgent: string;
  readonly isCurrent: boolean;
};

/** The choices of each member of staff for themselves. */
export type StaffPreferences = {
  /** Single letters are shortcuts; people who dictate or type on the page may switch them off. */
  readonly hasLetterShortcuts: boolean;
};
export const defaultPreferences: StaffPreferences = { hasLetterShortcuts: true };
