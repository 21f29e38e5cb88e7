import { hashSecret } from './secrets.ts';

/**
 * Where the PDF of an invoice or a credit note is kept. Named by the secret of its link, which the
 * name does not give away: after an older database is restored, a number may be issued again.
 */
export const toPaperKey = (token: string): string => `papers/${hashSecret(token).slice(0, 32)}.pdf`;

/** Where versions before 0.2 kept it: whoever reads the name has the link. */
export const toOldPaperKey = (token: string): string => `papers/${token}.pdf`;
