import { matchFileName } from '../catalogue/goods/file-names.model.ts';
import type { ImportDeps } from './deps.ts';
import { UnreadableFileError, type ReceivedFile } from './sheet.model.ts';

/** What became of a file, by the name that its publisher gave it. */
export type AttachedByName = {
  readonly file: string;
  readonly isAttached: boolean;
  /** Of the report that has it now. */
  readonly code?: string;
  /** Why it was refused, and what to do; or what the publisher should know of it. */
  readonly message?: string;
};

/**
 * Each file belongs to the report of its name afterwards: AC-1.pdf, AC-1-sample.pdf,
 * AC-1-cover.jpg; those that were there already change nothing. A refused one is named with its
 * reason, and the others go in.
 */
export async function* attachByName(
  { catalogue }: Pick<ImportDeps, 'catalogue'>,
  files: AsyncIterable<ReceivedFile>,
): AsyncGenerator<AttachedByName> {
  try {
    for await (const { fileName, path } of files) {
      const file = fileName.slice(0, 200);
      const match = matchFileName(fileName);
      const outcome = match && (await catalogue.goods.attachFile({ ...match, path, fileName }));
      if (!match || !outcome)
        yield { file, isAttached: false, message: `${file} has no report's code as its name.` };
      else if (!outcome.ok) {
        const { message } = outcome;
        const isNamed = message.includes(fileName);
        yield { file, isAttached: false, message: isNamed ? message : `${file}: ${message}` };
      } else {
        const warnings = outcome.value.files.flatMap((one) => one.warnings).join(' ');
        const code = match.reportCode;
        yield { file, isAttached: true, code, ...(warnings === '' ? {} : { message: warnings }) };
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    yield { file: '', isAttached: false, message: error.message };
  }
}
