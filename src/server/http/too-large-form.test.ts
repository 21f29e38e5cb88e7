import { afterAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { staffFormLimits } from './form-upload.ts';
import { withForm } from './read-form.ts';
import { UploadFolder } from './upload-folder.ts';

const folder = createTemporaryFolder('uploads');
afterAll(() => folder.remove());

const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };

test.each([
  [
    'multipart/form-data; boundary=x',
    /^The file, or all of them together, are larger than 2048 MB/,
  ],
  ['application/x-www-form-urlencoded', /^The form is larger than 2048 KB/],
])('a form of staff that claims 5 GB as %s hears what is too large', async (type, sentence) => {
  const request = new Request('http://x/', {
    method: 'POST',
    body: 'a',
    headers: { 'content-type': type, 'content-length': String(5 * 1024 ** 3) },
  });
  const uploads = new UploadFolder(folder.path);
  const options = { uploads, clientIp: '', log, limits: staffFormLimits };
  const refused = await withForm(request, options, async (form) => form);
  expect(refused).toMatchObject({ code: 'too-large' });
  expect(refused).toHaveProperty('message', expect.stringMatching(sentence));
});
