import { expect, test } from 'vitest';
import { describePath } from '#src/describe-path.ts';
import { readRequestId } from './request-id.ts';

test.each([
  ['/', '/'],
  ['/industries/energy?page=2', '/industries/energy'],
  ['/download/0af1c2?expires=1&signature=x', '/download/:token'],
  ['/seat/0af1c2/more', '/seat/:token/more'],
  ['/anna@example.com', '/…'],
  ['/Anna%20Smith/x', '/…/x'],
  ['/data/forms/career', '/data/forms/career'],
])('%s is logged as %s', (url, expected) => {
  expect(describePath(url)).toBe(expected);
});

test("a proxy's request id is taken where the proxy is ours and the id is well-formed", () => {
  const headers = (id: string): string[] => ['Host', 'x', 'X-Request-ID', id];
  const generated = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}$/;
  expect(readRequestId(headers('abc-123_4.5'), 1)).toBe('abc-123_4.5');
  expect(readRequestId(headers('abc-123_4.5'), 0)).toMatch(generated);
  for (const forged of ['', 'short', 'a'.repeat(65), 'anna@example.com', 'a b c d e f', 'x"\n{}x'])
    expect(readRequestId(headers(forged), 1)).toMatch(generated);
  expect(readRequestId([], 1)).not.toBe(readRequestId([], 1));
});
