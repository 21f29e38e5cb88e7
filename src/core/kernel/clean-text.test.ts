import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanJson, cleanPrefix, cleanText } from './clean-text.model.ts';

const hostileText = fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\ude00', '😀', ' ') });

test('clean text has no NUL and no half of a surrogate pair, and other text is unchanged', () => {
  fc.assert(
    fc.property(hostileText, fc.nat(20), (text, length) => {
      for (const cleaned of [cleanText(text), cleanPrefix(text, length)])
        expect(cleaned.isWellFormed() && !cleaned.includes('\0')).toBe(true);
    }),
  );
  expect(cleanText('Zoë 😀\n')).toBe('Zoë 😀\n');
});

test('a JSON value is clean in its names and in its texts at every level', () => {
  const value = JSON.parse(
    String.raw`{"a\u0000":["\ud800",{"\udc00":"b"}],"__proto__":{"x":1},"n":1,"no":null}`,
  ) as unknown;
  const cleaned = cleanJson(value);
  expect(cleaned).toEqual({
    ok: true,
    value: JSON.parse('{"a�":["�",{"�":"b"}],"__proto__":{"x":1},"n":1,"no":null}') as unknown,
  });
  expect(JSON.stringify(cleaned)).not.toMatch(/\\u/);
});

test('JSON of many levels is refused, whatever its depth', () => {
  const nest = (levels: number) => JSON.parse('[ '.repeat(levels) + ']'.repeat(levels)) as unknown;
  expect(cleanJson(nest(8)).ok).toBe(true);
  expect(cleanJson(nest(9))).toMatchObject({ code: 'malformed' });
  expect(cleanJson(nest(5000))).toMatchObject({ code: 'malformed' });
});
