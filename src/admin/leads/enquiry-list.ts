import { isDay } from '#core/kernel/time-zone.model.ts';
import { leadKinds } from '#core/leads/lead-kinds.model.ts';
import { enquiryStates, type EnquiryState } from '#core/leads/inbox/enquiry.model.ts';
import {
  hrefOfSameList,
  readListAddress,
  type ListAddress,
  type ListOptions,
} from '#admin/frame/list-address.ts';

const enquiriesPath = '/admin/enquiries';

const options: ListOptions = {
  filters: {
    q: 'text',
    kind: leadKinds,
    state: [...enquiryStates, 'all'],
    owner: (owner) => /^(?:mine|nobody|\d{1,9})$/.test(owner),
    due: ['today'],
    answer: ['yes', 'no'],
    from: isDay,
    until: isDay,
  },
  sorts: ['due', 'received'],
  defaultSort: 'due',
};

/** The list of enquiries at its own address. */
export const readEnquiryList = (requestUrl: string): ListAddress =>
  readListAddress(requestUrl, options);

/** The list that an enquiry was opened from, as `list` of its address has it. */
export function readListBehind(requestUrl: string): ListAddress {
  const query = new URL(requestUrl).searchParams.get('list') ?? '';
  return readEnquiryList(new URL(`${enquiriesPath}?${query}`, requestUrl).href);
}

/** The page of an enquiry, with the list to come back to. */
export function hrefOfEnquiry(id: number, list: ListAddress): string {
  const query = hrefOfSameList(list).slice(enquiriesPath.length + 1);
  const page = `${enquiriesPath}/${id}`;
  return query === '' ? page : `${page}?${new URLSearchParams({ list: query })}`;
}

export const stateTones = {
  open: 'open',
  answered: 'good',
  closed: 'plain',
  spam: 'bad',
} as const satisfies Record<EnquiryState, string>;

export const stateNames: Readonly<Record<EnquiryState, string>> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
  spam: 'Spam',
};
