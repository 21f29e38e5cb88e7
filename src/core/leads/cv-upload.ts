import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import { maxCvBytes } from './model.ts';

export type CvFileType = {
  readonly extension: 'pdf' | 'doc' | 'docx' | 'odt';
  readonly mediaType: string;
};

/** An uploaded file. Its type is detected from the content, whatever the browser says. */
export type Upload = { readonly name: string; readonly bytes: Uint8Array };

const mediaTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const;

/** Scripts, macros, attachments, and the EICAR test virus: no CV needs them. */
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

/**
 * The upload with its type, if the content is a PDF, DOC, DOCX or ODT without active parts and the
 * name's extension agrees. Else `invalid` at `cv`, or `too-large` over 10 MiB.
 */
export function detectCvType(upload: Upload | undefined): Outcome<Upload & CvFileType> {
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
    activeContentMarkers.some((marker) => bytes.includes(marker)) ||
    bytes.includes(Buffer.from('_VBA_PROJECT', 'utf16le'))
  )
    return failCv('Please give a CV without scripts, macros and attached files.');
  return ok({ ...upload, extension, mediaType: mediaTypes[extension] });
}

const failCv = (message: string): Refusal => failWithFieldErrors({ cv: [message] });

/** By the first bytes, and by parts that every such document has. */
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
