import { createHash } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { OpenedZip } from '../kernel/opened-zip.model.ts';
import type { UploadedFile } from '../kernel/submitted-form.model.ts';
import { isActiveDoc, isWordDocument } from './cv-content/check-doc.ts';
import { isActivePdf } from './cv-content/check-pdf.ts';
import { isActiveZip } from './cv-content/check-zip.ts';
import { maxCvBytes } from './model.ts';

type OpenZip = (bytes: Buffer) => Promise<OpenedZip | undefined>;
type Extension = 'pdf' | 'doc' | 'docx' | 'odt';

/** A CV whose type is that of its content, whatever the browser says. */
export type Cv = {
  readonly file: UploadedFile;
  readonly extension: Extension;
  readonly mediaType: string;
};

const mediaTypes = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  odt: 'application/vnd.oasis.opendocument.text',
} as const satisfies Record<Extension, string>;

/** Reads CVs one after the other, so that only one of them is in memory. */
export class CvCheck {
  readonly #openZip: OpenZip;
  #previous: Promise<unknown> = Promise.resolve();

  constructor({ openZip }: { readonly openZip: OpenZip }) {
    this.#openZip = openZip;
  }

  /**
   * The upload with the type of its content, a PDF, DOC, DOCX or ODT, whatever its name is. Else
   * `invalid` at `cv`, or `too-large` over 10 MiB.
   */
  async detectType(file: UploadedFile | undefined): Promise<Outcome<Cv>> {
    if (!file) return failCv('Please add your CV as a file.');
    if (file.sizeBytes === 0) return failCv('This file is empty. Please add your CV again.');
    if (file.sizeBytes > maxCvBytes)
      return fail('too-large', 'The CV is larger than 10 MB.', {
        cv: ['The CV is larger than 10 MB.'],
      });
    const extension = await this.#readAlone(file, (bytes) => detectExtension(bytes, this.#openZip));
    return extension
      ? ok({ file, extension, mediaType: mediaTypes[extension] })
      : failCv('Please give the CV as a PDF, DOC, DOCX or ODT file.');
  }

  /**
   * The content's SHA-256 as hexadecimal digits; `invalid` at `cv` for one with scripts, macros,
   * attached files or a second file inside it.
   */
  async checkContent({ file, extension }: Cv): Promise<Outcome<string>> {
    return this.#readAlone(file, async (bytes) =>
      (await isActive(bytes, extension, this.#openZip))
        ? failCv('Please give a CV without scripts, macros, passwords and attached files.')
        : ok(createHash('sha256').update(bytes).digest('hex')),
    );
  }

  async #readAlone<T>(file: UploadedFile, read: (bytes: Buffer) => Promise<T>): Promise<T> {
    const result = this.#previous.then(async () => {
      const { buffer, byteOffset, byteLength } = await file.readBytes();
      return read(Buffer.from(buffer, byteOffset, byteLength));
    });
    this.#previous = result.catch(() => {});
    return result;
  }
}

const failCv = (message: string): Refusal => failWithFieldErrors({ cv: [message] });

/** By the first bytes, and by parts that every such document has. */
async function detectExtension(bytes: Buffer, openZip: OpenZip): Promise<Extension | undefined> {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    return bytes.subarray(-1024).includes('%%EOF') ? 'pdf' : undefined;
  if (bytes.subarray(0, 8).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])))
    return isWordDocument(bytes) ? 'doc' : undefined;
  if (bytes.length < 100 || bytes.readUInt32BE(0) !== 0x504b0304) return undefined;
  const names = new Set((await openZip(bytes))?.names);
  if (names.has('word/document.xml') && names.has('[Content_Types].xml')) return 'docx';
  const isOdt = bytes.toString('latin1', 30, 90).startsWith(`mimetype${mediaTypes.odt}`);
  return isOdt && names.has('content.xml') ? 'odt' : undefined;
}

const activeChecks = {
  pdf: async (bytes) => (await holdsAnotherFile(bytes)) || (await isActivePdf(bytes)),
  doc: async (bytes) => isActiveDoc(bytes) || (await holdsAnotherFile(bytes)),
  docx: isActiveDocument,
  odt: isActiveDocument,
} as const satisfies Record<Extension, (bytes: Buffer, openZip: OpenZip) => Promise<boolean>>;

async function isActiveDocument(bytes: Buffer, openZip: OpenZip): Promise<boolean> {
  const zip = await openZip(bytes);
  return zip === undefined || isActiveZip(zip);
}

/** The EICAR test virus is refused in every type. */
const isActive = async (bytes: Buffer, extension: Extension, openZip: OpenZip): Promise<boolean> =>
  bytes.includes('X5O!P%@AP') || activeChecks[extension](bytes, openZip);

const htmlTag = /<(?:!doctype\s+html|html|head|body|script|iframe|svg)[\s>/]/i;
const htmlPieceBytes = 1024 * 1024;

/** A file that is a web page or a ZIP archive as well: other programs would open it as that. */
async function holdsAnotherFile(bytes: Buffer): Promise<boolean> {
  if (bytes.subarray(-65_557).includes(Buffer.from([0x50, 0x4b, 5, 6]))) return true;
  for (let at = 0; at < bytes.length; at += htmlPieceBytes) {
    if (htmlTag.test(bytes.toString('latin1', at, at + htmlPieceBytes + 20))) return true;
    await letOthersRun();
  }
  return false;
}
