import { data } from 'react-router';

/** The number of a list's page from the address, 1 where there is none. Throws the 404 page for anything that is no number. */
export function readPageNumber(request: Request): number {
  const text = new URL(request.url).searchParams.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw data(null, { status: 404 });
  return Number(text);
}
