/** The sentences about a file that can't be sold: what is wrong, and what to do. */
export const goodsRefusals = {
  unknownKind: 'We sell PDF, XLSX, DOCX, PPTX, CSV and ZIP files. This file is none of them.',
  notPicture:
    'This is not a picture that we can show. Save it as JPEG or PNG of up to 50 megapixels.',
  empty: 'This file is empty. Upload it again.',
  tooLarge: 'This file is larger than we accept. Split it, or make its pictures smaller.',
  unpacksTooLarge: 'This file unpacks to more than we accept.',
  tooSlow: 'This file takes too long to read. Export it again, or split it.',
  userPassword: 'This PDF opens only with a password. Save it without one and upload it again.',
  ownerLocked:
    'This PDF is locked against changes. Give its owner password or upload an unlocked copy.',
  damagedPdf: "This PDF is damaged and can't be repaired. Export it again.",
  noPages: 'This PDF has no pages.',
  tooManyPages: 'This PDF has more pages than we accept. Split it.',
  noSuchPage: (page: number, count: number): string =>
    `This PDF has ${count} pages: there is no page ${page}.`,
  scripts: 'This PDF contains scripts. Export it without them.',
  xfa: 'This is a fillable Adobe form. Print it to PDF.',
  unprovable: (page: number): string =>
    `Page ${page} can't carry the reader's name (too small or damaged). Export it again.`,
  oldOffice:
    'This is an old or password-protected Office file. Save it as .xlsx, .docx or .pptx without ' +
    'a password.',
  macros: 'This file contains macros. Save it as .xlsx, .docx or .pptx without macros.',
  damagedZip: 'This file is damaged: its parts can’t be read. Save it again.',
  damagedEntry: (name: string): string => `"${name}" in this file is damaged. Save the file again.`,
  zipPassword: 'This file opens only with a password. Save it without one and upload it again.',
  unsafeEntry: (name: string): string =>
    `"${name}" in this file points outside of it. Pack plain files and folders alone.`,
  duplicateEntry: (name: string): string => `"${name}" is in this file twice. Pack it once.`,
  nestedArchive: (name: string): string =>
    `"${name}" is an archive in an archive. Pack its files themselves.`,
  tooManyEntries: 'This file has more than 20,000 parts. Split it.',
  notText: 'This CSV is not text. Save it as CSV in UTF-8.',
} as const;

/** A file that can't be sold; the message is for the publisher. */
export class GoodsRefusal extends Error {}
