import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type DocumentedCase = { readonly name: string; readonly file: string };

const documentedCases: DocumentedCase[] = readFileSync('docs/faults.md', 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, names = '', , file = ''] = line.split('|').map((cell) => cell.trim());
    return /^[AF]-\d\d/.test(names) ? names.split(', ').map((name) => ({ name, file })) : [];
  });

const listNames = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${letter}-${String(i + 1).padStart(2, '0')}`);

/** True if a test of the file has the case in its title. */
function isTested({ name, file }: DocumentedCase): boolean {
  const title = new RegExp(
    `(?:test|describe|\\))(?:\\.each[^\\n]*)?\\(\\s*(['"\`])(?:(?!\\1).)*${name}`,
  );
  return existsSync(file) && title.test(readFileSync(file, 'utf8'));
}

test.each(['F', 'A'])('the cases %s-01, -02 and so on are documented once each', (letter) => {
  const names = documentedCases.map(({ name }) => name).filter((name) => name[0] === letter);
  expect(names.toSorted()).toEqual(listNames(letter, names.length));
});

test('every case that names a test file is in the title of a test there', () => {
  const tested = documentedCases.filter(({ file }) => file.includes('.test.ts'));
  expect(tested.length).toBeGreaterThan(45);
  expect(tested.filter((documented) => !isTested(documented))).toEqual([]);
});
