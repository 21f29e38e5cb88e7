import { Customers } from './customers.ts';
import type { PeopleDeps } from './deps.ts';
import { PersonalDataRequests } from './personal-data.ts';

/** People over all modules, for staff: customers, and what is kept of anybody. */
export class People {
  readonly customers: Customers;
  readonly requests: PersonalDataRequests;

  constructor(deps: PeopleDeps) {
    this.customers = new Customers(deps);
    this.requests = new PersonalDataRequests(deps);
  }
}
