import { readListAddress, type ListAddress, type ListOptions } from '#admin/frame/list-address.ts';
import { subscriptionStates } from '#core/leads/subscribers/subscriber.model.ts';

export const subscribersPath = '/admin/subscribers';

const options: ListOptions = {
  filters: { q: 'text', state: subscriptionStates, industry: (id) => /^\d{1,9}$/.test(id) },
  sorts: ['newest'],
  defaultSort: 'newest',
};

/** The list of subscribers at an address. */
export const readSubscriberList = (requestUrl: string): ListAddress =>
  readListAddress(requestUrl, options);
