import { data } from 'react-router';

/** The number in an address; an address without one has no page. Throws the answer 404. */
export function readId(text: string): number {
  // The largest id that a table can have.
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id === 0 || id > 2_147_483_647) throw data(null, { status: 404 });
  return id;
}
