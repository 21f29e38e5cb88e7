import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const documentedCases = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, cases = '', , file = ''] = line.split('|').map((cell) => cell.trim());
    return /^[AF]-\d\d/.test(cases) ? cases.split(', ').map((one) => ({ one, file })) : [];
  });

test('every case from F-01 to F-22 and from A-01 to A-38 stands in the table once', () => {
  const all = [
    ...Array.from({ length: 22 }, (_, i) => `F-${String(i + 1).padStart(2, '0')}`),
    ...Array.from({ length: 38 }, (_, i) => `A-${String(i + 1).padStart(2, '0')}`),
  ];
  expect(documentedCases.map(({ one }) => one).toSorted()).toEqual(all.toSorted());
});

test('a case that names a file is the name of a test there', () => {
  const named = documentedCases.filter(({ file }) => file.includes('.test.ts'));
  expect(named.length).toBeGreaterThan(45);
  const missing = named.filter(
    ({ one, file }) =>
      !existsSync(file) ||
      !new RegExp(`(?:test|describe|\\))(?:\\.each[^\\n]*)?\\(\\s*['"\`][^'\`\\n]*${one}`).test(
        readFileSync(file, 'utf8'),
      ),
  );
  expect(missing).toEqual([]);
});
