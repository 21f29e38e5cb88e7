import { data } from 'react-router';

/** The page number of a list from `?page=`, 1 by default. Throws the 404 page for anything else. */
export function readPageNumber(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}
