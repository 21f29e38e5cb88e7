import { Customers } from './customers.ts';
import type { PeopleDeps } from './deps.ts';
import { PersonalDataRequests } from './personal-data.ts';

/** People over all modules, for staff: customers, and what is kept of anybody. */
export function createPeople(deps: PeopleDeps) {
  const requests = new PersonalDataRequests(deps);
  return {
    customers: new Customers(deps),
    exportPerson: requests.exportPerson.bind(requests),
    previewErasing: requests.previewErasing.bind(requests),
    erasePerson: requests.erasePerson.bind(requests),
  };
}

export type People = ReturnType<typeof createPeople>;
