/** Uploads in pieces, as a browser sends them by tus 1.0: each goes on where it stands. */

/** The headers of every request about an upload. */
export const tus = { 'tus-resumable': '1.0.0' };

/** A request of somebody who may upload, to whichever program. */
export type UploadRequest = (address: string, init: RequestInit) => Promise<Response>;

/** Begins an upload of so many bytes; answers its address. Throws if it was not taken. */
export async function beginUpload(
  request: UploadRequest,
  { path = '/admin/uploads', name, bytes }: { path?: string; name: string; bytes: number },
): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const created = await request(path, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes), 'upload-metadata': metadata },
  });
  const address = created.headers.get('location');
  if (created.status !== 201 || !address)
    throw new Error(`no upload was begun: ${created.status} ${await created.text()}`);
  return address;
}

/** How many bytes of it have arrived. */
export async function readUploadOffset(request: UploadRequest, address: string): Promise<number> {
  const answer = await request(address, { method: 'HEAD', headers: tus });
  const offset = answer.headers.get('upload-offset');
  if (offset === null) throw new Error(`the upload is not there: ${answer.status}`);
  return Number(offset);
}

/** Sends a piece that follows on `offset`: 204, or 409 if the upload stands elsewhere. */
export const sendPiece = (
  request: UploadRequest,
  address: string,
  offset: number,
  piece: Uint8Array,
): Promise<Response> =>
  request(address, {
    method: 'PATCH',
    headers: {
      ...tus,
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(piece),
  });
