import { data } from 'react-router';
import { parseId } from '#core/kernel/id.model.ts';

/** The number in an address; an address without one has no page. Throws the answer 404. */
export function readId(text: string): number {
  const id = parseId(text);
  if (id === undefined) throw data(null, { status: 404 });
  return id;
}

/** The id that a form names; 0, which no row has, for anything else. */
export const readFieldId = (text: string | undefined): number => parseId(text) ?? 0;
