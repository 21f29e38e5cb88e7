import type { RouterContextProvider } from 'react-router';
import { fail, type Refusal } from '#core/kernel/outcome.model.ts';
import type { SubmittedForm, UploadedFile } from '#core/kernel/submitted-form.model.ts';
import { staffContext } from '#admin/context.ts';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';

/** The files of a posted form; a refusal at the field `file` without any. */
export function readFiles({ file, furtherFiles = [], fileRefusal }: SubmittedForm) {
  if (fileRefusal) return { ...fileRefusal, errors: { file: [fileRefusal.message] } };
  const sentence = 'Choose a picture: JPEG, PNG, WebP or AVIF.';
  if (!file) return fail('invalid', sentence, { file: [sentence] });
  return { ok: true, value: [file, ...furtherFiles] } as const;
}

/** Every picture of the form that can be taken is in the library; the others are named. */
export async function uploadPictures(context: Readonly<RouterContextProvider>) {
  const { actor, form } = context.get(staffContext);
  const { editing } = context.get(appContext).media;
  const files = readFiles(form);
  if (!files.ok) return respondRejected(files, {}, { intent: 'upload' });
  const refusals: (readonly [UploadedFile, Refusal])[] = [];
  const former: string[] = [];
  for (const file of files.value) {
    const added = await editing.upload(actor, { path: file.path, fileName: file.name }, {});
    if (!added.ok) refusals.push([file, added]);
    else if (!added.value.isNew)
      former.push(`${file.name} is already in the library as ${added.value.name}.`);
  }
  const addedCount = files.value.length - refusals.length - former.length;
  const [first] = refusals;
  if (!first) return redirectWithMessage(context, '/admin/media', describe(addedCount, former));
  const message = `${refusals.length} could not be added. ${describe(addedCount, former)}`.trim();
  const sentences = refusals.map(([{ name }, refusal]) => `${name}: ${refusal.message}`);
  return respondRejected(
    fail(first[1].code, message, { file: sentences }),
    {},
    { intent: 'upload' },
  );
}

/** "2 pictures are in the library. …", and what is there already. */
function describe(count: number, former: readonly string[]): string {
  const added = count === 1 ? '1 picture is' : `${count} pictures are`;
  const sentence = `${added} in the library. Describe what each shows before you use it.`;
  return [...(count === 0 ? [] : [sentence]), ...former].join(' ');
}
