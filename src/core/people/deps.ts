import type { Customer } from '../accounts/model.ts';
import type { Deps, Tx } from '../deps.ts';
import type { EmailOutcome } from '../kernel/email-outcome.model.ts';
import type { EnquiryState } from '../leads/inbox/enquiry.model.ts';
import type { LeadKind } from '../leads/lead-kinds.model.ts';
import type { PersonOrder } from '../orders/views/person-order.model.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';

/** An enquiry of a person. */
export type PersonEnquiry = {
  readonly id: number;
  readonly kind: LeadKind;
  readonly state: EnquiryState;
  readonly createdAt: Date;
  readonly reportCode: string | null;
};

/** The dependencies of the module of people: the modules that keep something of them. */
export type PeopleDeps = Deps & {
  /** The parts of all modules, those first whose rows point at others'. */
  readonly personalData: readonly PersonalData[];
  /** Numbers of orders whose payment or delivery is under way. */
  readonly listUnfinishedOrders: (addresses: readonly string[]) => Promise<readonly string[]>;
  readonly listOrdersByCustomer: (
    customer: Pick<Customer, 'id' | 'email' | 'confirmed'>,
  ) => Promise<readonly PersonOrder[]>;
  readonly listEnquiriesByEmail: (email: string) => Promise<readonly PersonEnquiry[]>;
  /**
   * Returns what emails a customer, within a transaction, a link to choose a new password; that
   * returns undefined if a recent link still works.
   */
  readonly preparePasswordReset: () => Promise<
    (tx: Tx, email: string) => Promise<EmailOutcome | undefined>
  >;
};
