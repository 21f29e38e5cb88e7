import { reportsPerPage } from '#core/catalogue/model.ts';
import type { Paginated } from '#core/kernel/paginated.model.ts';
import { formatCount, formatNumber } from '#ui/format.ts';
import { Pagination } from '#ui/pagination.tsx';

type List = Pick<Paginated<object>, 'items' | 'total' | 'pageNumber' | 'pageCount'> & {
  readonly isAtLeast?: boolean;
};

/** "12 reports", "10,000+ reports" if there may be more. */
export const formatReportCount = ({
  total,
  isAtLeast = false,
}: Pick<List, 'total' | 'isAtLeast'>): string =>
  isAtLeast ? `${formatNumber(total)}+ reports` : formatCount(total, 'report');

/** "1–12 of 384"; undefined if the list has one page. */
function describeRange({
  items,
  total,
  isAtLeast,
  pageNumber,
  pageCount,
}: List): string | undefined {
  if (pageCount < 2) return undefined;
  const before = (pageNumber - 1) * reportsPerPage;
  return `${formatNumber(before + 1)}–${formatNumber(before + items.length)} of ${formatNumber(total)}${isAtLeast ? '+' : ''}`;
}

/** " Reports 13–24 of 384.": what tells the description of a further page from the first one's. */
export const describePage = (list: List): string =>
  list.pageNumber > 1 ? ` Reports ${describeRange(list)}.` : '';

/** How many reports there are, which of them this page has, and their order. */
export function ListCount({ list, order = 'newest first' }: { list: List; order?: string }) {
  const range = describeRange(list);
  return (
    <p>
      <strong>{formatReportCount(list)}</strong> {range && `${range}, `}
      {order}
    </p>
  );
}

/** The pages of a list, with the part of it that this one shows; nothing if there is one. */
export function ListPaging({ list, href }: { list: List; href: (page: number) => string }) {
  if (list.pageCount < 2) return null;
  return (
    <div className="list-paging">
      <span>{describeRange(list)}</span>
      <Pagination page={list.pageNumber} pageCount={list.pageCount} href={href} />
    </div>
  );
}
