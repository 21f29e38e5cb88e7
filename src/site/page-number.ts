import { data } from 'react-router';

/** The page number of a list from `?page=`, 1 by default. Throws the 404 page for anything else. */
export function readPageNumber(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}

/** ", page 2": what tells the title of a further page from the first one's. */
export const titlePage = (pageNumber: number): string =>
  pageNumber > 1 ? `, page ${pageNumber}` : '';

/** " Page 2 of 11.": the same for its description. */
export const describePageNumber = ({
  pageNumber,
  pageCount,
}: {
  readonly pageNumber: number;
  readonly pageCount: number;
}): string => (pageNumber > 1 ? ` Page ${pageNumber} of ${pageCount}.` : '');
