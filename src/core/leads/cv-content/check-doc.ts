/** Entries of a Word 97 file (MS-CFB, 2.6.1) are 128 bytes, in sectors of 512 or 4096. */
const entryBytes = 128;
const forbiddenEntries = new Set([
  'macros',
  'vba',
  '_vba_project',
  '_vba_project_cur',
  '\u0001ole10native',
  'package',
  'equation native',
  'encryptedpackage',
]);

/** The names of all storages and streams, read wherever an entry may stand; lower case. */
function* listEntryNames(bytes: Buffer): Generator<string> {
  for (let at = 512; at + entryBytes <= bytes.length; at += entryBytes) {
    const nameBytes = bytes.readUInt16LE(at + 64);
    const type = bytes[at + 66] ?? 0;
    const isEntry = (type === 1 || type === 2 || type === 5) && nameBytes >= 4 && nameBytes <= 64;
    if (isEntry && nameBytes % 2 === 0)
      yield bytes.toString('utf16le', at, at + nameBytes - 2).toLowerCase();
  }
}

export function isWordDocument(bytes: Buffer): boolean {
  for (const name of listEntryNames(bytes)) if (name === 'worddocument') return true;
  return false;
}

/** True for a DOC with macros, embedded objects, or fields that start programs. */
export function isActiveDoc(bytes: Buffer): boolean {
  for (const name of listEntryNames(bytes))
    if (forbiddenEntries.has(name) || /^_\d{9,10}$/.test(name)) return true;
  return bytes.includes('DDEAUTO') || bytes.includes(Buffer.from('DDEAUTO', 'utf16le'));
}
