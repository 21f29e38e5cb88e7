import { fail, type Refusal } from '../kernel/outcome.model.ts';
import { maxCvBytes } from './model.ts';

export type CvFileType = {
  readonly extension: 'pdf' | 'doc' | 'docx' | 'odt';
  readonly mediaType: string;
};

/** A file as it came in: the name is only looked at for its ending, the type that was claimed not at all. */
export type Upload = { readonly name: string; readonly bytes: Uint8Array };

const mediaTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const;

/** Parts of a file that act when it is opened; a CV needs none of them. */
const activeContentMarkers = [
  '/JavaScript',
  '/JS ',
  '/JS(',
  '/Launch',
  '/EmbeddedFile',
  '/RichMedia',
  'vbaProject.bin',
  'X5O!P%@AP',
  '<script',
];

/** Told by content, not by name: a PDF, DOC, DOCX or ODT without anything that acts; else a 422 with a sentence at `cv`, or 413 over 10 MiB. */
export function detectCvType(upload: Upload | undefined): CvFileType | Refusal {
  const failCv = (sentence: string): Refusal => fail('invalid', sentence, { cv: [sentence] });
  if (!upload || upload.bytes.length === 0) return failCv('Please add your CV as a file.');
  if (upload.bytes.length > maxCvBytes)
    return fail('too-large', 'The CV is larger than 10 MB.', {
      cv: ['The CV is larger than 10 MB.'],
    });
  const bytes = Buffer.from(upload.bytes.buffer, upload.bytes.byteOffset, upload.bytes.byteLength);
  const extension = detectExtension(bytes);
  const claimedExtension = /\.([a-z]{3,4})$/i.exec(upload.name.trim())?.[1]?.toLowerCase();
  if (!extension || claimedExtension !== extension)
    return failCv('Please give the CV as a PDF, DOC, DOCX or ODT file.');
  if (
    activeContentMarkers.some((part) => bytes.includes(part)) ||
    bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le'))
  )
    return failCv('Please give a CV without scripts, macros and attached files.');
  return { extension, mediaType: mediaTypes[extension] };
}

function detectExtension(bytes: Buffer): CvFileType['extension'] | undefined {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return bytes.subarray(-2048).includes('%%EOF') ? 'pdf' : undefined;
  if (bytes.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return bytes.includes(Buffer.from('WordDocument', 'utf16le')) ? 'doc' : undefined;
  if (bytes.length < 100 || bytes.readUInt32BE(0) !== 0x504b0304) return undefined;
  if (bytes.includes('word/document.xml') && bytes.includes('[Content_Types].xml')) return 'docx';
  return bytes.subarray(30, 90).toString('latin1').startsWith(`mimetype${mediaTypes.odt}`)
    ? 'odt'
    : undefined;
}
