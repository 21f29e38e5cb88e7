import type { App } from '#core/app.ts';
import { cleanText } from '#core/kernel/clean-text.model.ts';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm, UploadedFile } from '#core/kernel/submitted-form.model.ts';
import { failBusy, staffFormLimits } from '../http/form-upload.ts';
import type { TemporaryUpload, UploadFolder } from '../http/upload-folder.ts';

/**
 * The field that names finished uploads: their ids, each with the file's name, as a query has them.
 */
const fieldName = 'uploaded';

type Options = {
  readonly owner: string;
  readonly clientIp: string;
  readonly kept: App['uploads'];
  readonly folder: UploadFolder;
};

/**
 * Answers with the files of the form and those that were uploaded for it before, which lie on this
 * machine until then. They are kept if the answer leaves the form as it was, since it may be sent
 * again, and are gone if it was done (303).
 */
export async function withKeptFiles(
  form: SubmittedForm,
  { owner, clientIp, kept, folder }: Options,
  answer: (form: SubmittedForm) => Promise<Response | void>,
): Promise<Response | void> {
  // Its percent signs are read here: what they stand for is no clean text yet.
  const ids = [...new URLSearchParams(form.fields[fieldName] ?? '').keys()].map(cleanText);
  if (ids.length === 0) return answer(form);
  const taken: TemporaryUpload[] = [];
  try {
    const files = await fetchFiles(ids, { owner, clientIp, kept, folder }, taken);
    if ('ok' in files) return await answer({ ...form, fileRefusal: files });
    const [file, ...furtherFiles] = [...listFiles(form), ...files];
    const answered = await answer({ ...form, ...(file ? { file, furtherFiles } : {}) });
    if (answered?.status === 303) for (const id of ids) await kept.remove(owner, id);
    return answered;
  } finally {
    for (const upload of taken) await upload.release();
  }
}

const listFiles = ({ file, furtherFiles = [] }: SubmittedForm): UploadedFile[] =>
  file ? [file, ...furtherFiles] : [];

/** Copies on this machine, whose places are in `taken`. */
async function fetchFiles(
  ids: readonly string[],
  { owner, clientIp, kept, folder }: Options,
  taken: TemporaryUpload[],
): Promise<UploadedFile[] | Refusal> {
  if (ids.length > staffFormLimits.maxFiles)
    return fail('too-large', `Send at most ${staffFormLimits.maxFiles} files at once.`);
  const files: UploadedFile[] = [];
  for (const id of ids) {
    const opened = await kept.open(owner, id);
    if (!opened.ok) return { ...opened, errors: { file: [opened.message] } };
    const [first] = taken;
    const upload = first ? first.openNext() : folder.reserve(clientIp);
    if (!upload) return failBusy(staffFormLimits);
    taken.push(upload);
    await upload.write(new Uint8Array());
    for await (const chunk of opened.value.stream) await upload.write(chunk as Uint8Array);
    const file = await upload.finish(opened.value.fileName);
    if (file) files.push(file);
  }
  return files;
}
