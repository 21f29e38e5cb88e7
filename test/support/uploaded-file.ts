import { Readable } from 'node:stream';
import type { UploadedFile } from '#core/kernel/submitted-form.model.ts';

/** A file as the server hands it on, with this content. */
export const createUploadedFile = (name: string, content: Uint8Array | string): UploadedFile => {
  const bytes = Buffer.from(content);
  return {
    name,
    sizeBytes: bytes.length,
    readBytes: async () => bytes,
    path: '/nowhere',
    openStream: () => Readable.from([bytes]),
  };
};
