import { stateWords } from '#admin/orders/order-words.ts';
import { findByName } from '#site/form-fields.ts';
import type { Found, FoundGroup, FoundKind } from '#core/staff-search/model.ts';

/** A group of the search over everything, with the addresses that its rows lead to. */
export type ShownGroup = {
  readonly title: string;
  readonly rows: readonly {
    readonly href: string;
    readonly title: string;
    readonly note: string;
  }[];
  /** The list of everything that was found; undefined if all of it is shown. */
  readonly viewAll: string | undefined;
};

type Place = {
  readonly title: string;
  readonly list: string;
  readonly page: (id: string) => string;
  /** The filter of the list that takes the text. */
  readonly filter?: string;
};

const places: Readonly<Record<FoundKind, Place>> = {
  report: {
    title: 'Reports',
    list: '/admin/reports',
    page: (id) => `/admin/reports/${id}/edit`,
    filter: 'words',
  },
  order: { title: 'Orders', list: '/admin/orders', page: (id) => `/admin/orders/${id}` },
  enquiry: { title: 'Enquiries', list: '/admin/enquiries', page: (id) => `/admin/enquiries/${id}` },
  customer: {
    title: 'Customers',
    list: '/admin/customers',
    page: (id) => `/admin/customers/${id}`,
  },
  post: {
    title: 'Blog posts',
    list: '/admin/content/blog',
    page: (id) => `/admin/content/blog/${id}`,
  },
};

/** Returns the found groups for which the back office has pages. */
export const toShownGroups = (
  groups: readonly FoundGroup[],
  query: string,
  hasPage: (path: string) => boolean,
): ShownGroup[] =>
  groups
    .filter(({ kind }) => hasPage(places[kind].list))
    .map(({ kind, rows, hasMore }) => {
      const { list, page, filter = 'q' } = places[kind];
      const toRow = ({ id, title, note, state }: Found) => {
        const [word] = (state !== undefined && findByName(stateWords, state)) || [];
        const href = page(encodeURIComponent(id));
        return { href, title, note: [note, word].filter(Boolean).join(', ') };
      };
      const viewAll = hasMore ? `${list}?${new URLSearchParams({ [filter]: query })}` : undefined;
      return { title: places[kind].title, rows: rows.map(toRow), viewAll };
    });
