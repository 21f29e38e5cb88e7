import type { LeadDeps } from '../deps.ts';

/** An order of whoever asks, as it stands beside their enquiry. */
export type PersonOrder = {
  readonly number: string;
  readonly state: string;
  readonly placedAt: Date;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly priceCents: number;
  readonly currency: string;
};

/** What the inbox needs besides what leads do. */
export type InboxDeps = LeadDeps & {
  /** Orders placed with one of these addresses, newest first. */
  readonly listOrdersByEmails: (emails: readonly string[]) => Promise<readonly PersonOrder[]>;
  readonly getCurrency: () => Promise<string>;
};
