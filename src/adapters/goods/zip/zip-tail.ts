import { formatStamp, type Stamp } from '#core/orders/delivery/stamp.model.ts';
import { addReaderToCore, addReaderToCustom } from './office-properties.ts';
import {
  formatDirectoryEnd,
  formatDirectoryEntry,
  formatLocalHeader,
  packText,
} from '../../zip/write-zip.ts';
import type { ZipMaster } from './zip-master.ts';

/**
 * Returns the bytes that make the body one reader's copy: the parts that name them, and the
 * directory of all.
 */
export function makeZipTail(master: ZipMaster, stamp: Stamp): Uint8Array {
  const texts = master.office
    ? [
        [master.office.core.name, addReaderToCore(master.office.core.xml, stamp)],
        [master.office.custom.name, addReaderToCustom(master.office.custom.xml, stamp)],
      ]
    : [[master.licenceName, describeLicence(stamp)]];
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [Buffer.from(master.directory, 'base64')];
  let position = master.bodyBytes;
  for (const [name = '', text = ''] of texts) {
    const { header, packed } = packText(name, text);
    directory.push(formatDirectoryEntry(header, position));
    parts.push(formatLocalHeader(header), packed);
    position = master.bodyBytes + parts.reduce((sum, part) => sum + part.length, 0);
  }
  const directoryBytes = directory.reduce((sum, part) => sum + part.length, 0);
  const entryCount = master.entryCount + texts.length;
  return Buffer.concat([
    ...parts,
    ...directory,
    formatDirectoryEnd(entryCount, directoryBytes, position),
  ]);
}

const describeLicence = (stamp: Stamp): string =>
  [
    formatStamp(stamp),
    '',
    `Licensed to  ${stamp.buyer}`,
    `Company      ${stamp.company}`,
    `Licence      ${stamp.licence}`,
    `Order        ${stamp.order}`,
    `Date         ${stamp.date}`,
    '',
    'This copy was made for the reader named above. Passing on the files is not part of the licence.',
    '',
  ].join('\r\n');
