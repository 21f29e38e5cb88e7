import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createZip } from '../../../test/support/zip-file.ts';
import { listFiles } from './unpack-files.ts';

const folder = createTemporaryFolder('unpack');
const inner = path.join(folder.path, 'inner');
const workFolder = path.join(inner, 'work');
mkdirSync(inner);
afterAll(() => folder.remove());

/** Names and contents; the ZIP lies beside the folder that may be written. */
async function readAll(zip: Buffer): Promise<Record<string, string>> {
  const file = path.join(folder.path, 'files.zip');
  writeFileSync(file, zip);
  const found: Record<string, string> = {};
  for await (const unpacked of listFiles(file, workFolder))
    found[unpacked.fileName] = readFileSync(unpacked.path, 'utf8');
  return found;
}

/** The first entry is a symbolic link. */
function makeLink(zip: Buffer): Buffer {
  const attributesAt = zip.indexOf('PK\u0001\u0002') + 38;
  zip.writeUInt32LE((0o120777 << 16) >>> 0, attributesAt);
  return zip;
}

test('files are taken by their base names, one after the other', async () => {
  const zip = createZip({
    'goods/A-1.pdf': 'one',
    'goods/deep/A-2-sample.pdf': 'two',
    'back\\slash.pdf': 'three',
    '__MACOSX/goods/A-1.pdf': 'x',
    '.DS_Store': 'x',
  });
  expect(await readAll(zip)).toEqual({
    'A-1.pdf': 'one',
    'A-2-sample.pdf': 'two',
    'slash.pdf': 'three',
  });
  expect(readdirSync(workFolder)).toEqual([]);
});

test('files of a folder are taken as they are, without those below', async () => {
  writeFileSync(path.join(inner, 'A-1.pdf'), 'x');
  const names: string[] = [];
  for await (const { fileName } of listFiles(inner, workFolder)) names.push(fileName);
  expect(names).toEqual(['A-1.pdf']);
});

test.each([
  ['a way out', createZip({ '../out.pdf': 'x' }), '../out.pdf'],
  ['a way out with backslashes', createZip({ '..\\out.pdf': 'x' }), '../out.pdf'],
  ['an absolute path', createZip({ '/tmp/out.pdf': 'x' }), '/tmp/out.pdf'],
  ['a drive', createZip({ 'C:/out.pdf': 'x' }), 'C:/out.pdf'],
  ['a link', makeLink(createZip({ 'link.pdf': '/etc/passwd' })), 'link.pdf is a link'],
  ['a ZIP within', createZip({ 'inner.zip': 'PK' }), 'inner.zip is a ZIP within'],
  ['one name twice', createZip({ 'a/x.pdf': '1', 'b/x.pdf': '2' }), 'have one name'],
  ['a bomb', createZip({ first: '', 'bomb.pdf': '0'.repeat(30_000_000) }), 'bomb.pdf unpacks'],
])('F37: a ZIP with %s is refused by name, and nothing of it stays', async (_, zip, sentence) => {
  await expect(readAll(zip)).rejects.toThrow(sentence);
  expect(readdirSync(workFolder)).toEqual([]);
  expect(readdirSync(folder.path).toSorted()).toEqual(['files.zip', 'inner']);
  expect(existsSync('/tmp/out.pdf')).toBe(false);
});
