/**
 * The way back from a report to the list that it was opened from: the same filter, order and page.
 */
import { hrefOfSameList, type ListAddress } from '#admin/frame/list-address.ts';
import { reportPaths } from './report-paths.ts';
import { readReportList } from './reports-list.ts';

const nameInQuery = 'list';

/** The query of the list that a page of a report was opened from; empty for the whole list. */
export function readListQuery(requestUrl: string): string {
  const given = new URL(requestUrl).searchParams.get(nameInQuery) ?? '';
  // Only what the list itself would say.
  return queryOf(readReportList(new URL(`${reportPaths.list}?${given}`, requestUrl).href));
}

const queryOf = (list: ListAddress): string => hrefOfSameList(list).slice(list.path.length + 1);

/** A page of a report that links back to the list. */
export function withList(path: string, listQuery: string): string {
  if (listQuery === '') return path;
  const [place = '', hash] = path.split('#');
  const sign = place.includes('?') ? '&' : '?';
  const query = new URLSearchParams({ [nameInQuery]: listQuery });
  return `${place}${sign}${query}${hash === undefined ? '' : `#${hash}`}`;
}

/** The page of a row in the list. */
export const hrefOfRow = (id: number, list: ListAddress): string =>
  withList(reportPaths.edit(id), queryOf(list));

export const hrefOfListBehind = (listQuery: string): string =>
  listQuery === '' ? reportPaths.list : `${reportPaths.list}?${listQuery}`;
