import { afterEach, expect, test, vi } from 'vitest';
import { sendChanges } from './send-changes.ts';

afterEach(() => vi.unstubAllGlobals());

const change = (after: string) => [{ path: 'description', before: null, after }];

test('what is larger than a form may be is refused with its reason, and not sent again', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response('', { status: 413 }));
  vi.stubGlobal('fetch', fetched);
  const refused = { kind: 'refused', message: expect.stringContaining('larger than 2 MB') };
  expect(await sendChanges('/save', change('a b '.repeat(600_000)), 1)).toEqual(refused);
  expect(fetched).not.toHaveBeenCalled();
  expect(await sendChanges('/save', change('a'), 1)).toEqual(refused);
});

test('a server that is away is asked again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no connection')));
  expect(await sendChanges('/save', change('a'), 1)).toEqual({ kind: 'unreachable' });
});
