import { hrefOfSameList, type ListAddress } from '#admin/frame/list-address.ts';

/** The page of an order; opened from a list, it links back to it. */
export function hrefOfOrder(number: string, list?: ListAddress): string {
  const path = `/admin/orders/${encodeURIComponent(number)}`;
  const query = list ? hrefOfSameList(list).slice(list.path.length + 1) : '';
  return query === '' ? path : `${path}?${new URLSearchParams({ list: query })}`;
}

/** The list that an order's page was opened from. */
export function readBackLink(requestUrl: string): { label: string; href: string } {
  const query = new URL(requestUrl).searchParams.get('list');
  const href = query ? `/admin/orders?${new URLSearchParams(query)}` : '/admin/orders';
  return { label: 'Orders', href };
}
