import { sql } from 'kysely';

/** Stands in the place of an erased name. */
export const erasedName = 'Erased';

/** Stands in the place of an erased address, for a table whose key is `id`. */
export const erasedEmail = sql<string>`'erased-' || id || '@erased.invalid'`;

/** Nothing is sent to this domain (RFC 2606). */
export const isErasedEmail = (email: string): boolean => email.endsWith('@erased.invalid');

/** The recipient of an email to an erased person. */
export const erasedRecipient = 'erased@erased.invalid';
