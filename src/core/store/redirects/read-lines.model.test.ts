import { expect, test } from 'vitest';
import { readRedirectLines } from './read-lines.model.ts';

const read = (text: string): unknown => {
  const lines = readRedirectLines(text, 'https://shop.example');
  return lines.ok ? lines.value.map(({ from, to }) => `${from} ${to}`) : lines.errors?.['lines'];
};

test.each([
  ['/a,/b', '/a /b'],
  ['/a , /b', '/a /b'],
  ['/a;/b', '/a /b'],
  ['/a\t/b', '/a /b'],
  ['"/a","/b"', '/a /b'],
  ['/a,"/b?x=1,2"', '/a /b?x=1,2'],
  ['"/a,1",/b', '/a,1 /b'],
  ['/a,"/b?q=""x"""', '/a /b?q=%22x%22'],
  // In a sheet with semicolons or tabs a comma separates nothing.
  ['/a;/b?x=1,2', '/a /b?x=1,2'],
  ['/a,1\t/b;c', '/a,1 /b;c'],
  // Columns without anything in them say nothing.
  ['/a,/b,', '/a /b'],
  ['/a,/b, ,""', '/a /b'],
  ['/a;/b;;', '/a /b'],
  ['/a\t/b\t', '/a /b'],
])('%s is a redirect', (line, pair) => {
  expect(read(line)).toEqual([pair]);
});

test.each([
  ['/a,/b,note', 'there is a third column, “note”'],
  ['/a,/b,301', 'there is a third column, “301”'],
  ['/a;/b;note', 'there is a third column, “note”'],
  ['/a\t/b\tnote', 'there is a third column, “note”'],
  ['/a,/b,,late', 'there is a further column, “late”'],
  ['/a,/b;note', 'there is a third column, “note”'],
  ['"/a","/b","a note, long"', 'there is a third column, “a note, long”'],
  ['/a,"/b', 'a quotation mark is not closed'],
  ['/a,"/b"x', 'a quotation mark stands inside an address'],
  ['/a,/b"x', 'a quotation mark stands inside an address'],
  ['nonsense', 'there are not two addresses'],
  ['/a,', 'there are not two addresses'],
  [',/b', 'there are not two addresses'],
])('%s is wrong, and the line says why', (line, reason) => {
  expect(read(`/x,/y\n${line}`)).toEqual([expect.stringContaining(`Line 2, “${line}”: ${reason}`)]);
});

test('a first line of names is left out, also with a third one', () => {
  for (const names of ['from,to,note', 'Old URL;New URL', '"Source path","Target"'])
    expect(read(`${names}\n/a,/b,`)).toEqual(['/a /b']);
  expect(read('old-page,new-page\n/a,/b')).toEqual([expect.stringContaining('Line 1')]);
});
