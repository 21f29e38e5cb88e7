import { matchFileName } from '../catalogue/goods/file-names.model.ts';
import type { FormEffect } from '../kernel/sent-forms.ts';
import type { ImportDeps } from './deps.ts';
import { UnreadableFileError, type ReceivedFile } from './sheet.model.ts';

/** The outcome of a file, by the name that its publisher gave it. */
export type AttachedByName = {
  readonly file: string;
  readonly isAttached: boolean;
  /** Of the report that has it now. */
  readonly code?: string;
  /** Why it was refused, and what to do; or what the publisher should know of it. */
  readonly message?: string;
};

/** Gives files to the reports of their names. */
export class FileAttaching {
  readonly #deps: Pick<ImportDeps, 'catalogue' | 'sheets'>;

  constructor(deps: Pick<ImportDeps, 'catalogue' | 'sheets'>) {
    this.#deps = deps;
  }

  /** The same as `attachByName` for a file as it arrives, or for the files of a ZIP. */
  receive(
    content: AsyncIterable<Uint8Array>,
    named: { readonly fileName: string; readonly isArchive: boolean },
    readEffect?: () => FormEffect | undefined,
  ): AsyncGenerator<AttachedByName> {
    return this.attachByName(this.#deps.sheets.receiveFiles(content, named), readEffect);
  }

  /**
   * Each file belongs to the report of its name afterwards: AC-1.pdf, AC-1-sample.pdf,
   * AC-1-cover.jpg; those that were there already change nothing. A refused one is named with its
   * reason, and the others go in. The effect is read once the first file is here: each file counts
   * once by it.
   */
  async *attachByName(
    files: AsyncIterable<ReceivedFile>,
    readEffect: () => FormEffect | undefined = () => undefined,
  ): AsyncGenerator<AttachedByName> {
    let position = 0;
    try {
      for await (const file of files)
        yield await this.attachOne(file, narrow(readEffect(), `file ${++position}`));
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      yield { file: '', isAttached: false, message: error.message };
    }
  }

  /** The same for one file. */
  async attachOne(
    { fileName, path, problem }: ReceivedFile,
    effect?: FormEffect,
  ): Promise<AttachedByName> {
    const { catalogue } = this.#deps;
    const file = fileName.slice(0, 200);
    const match = matchFileName(fileName);
    if (!match)
      return { file, isAttached: false, message: `${file} has no report's code as its name.` };
    if (problem !== undefined) return refuse(file, problem);
    const outcome = await catalogue.goods.attachFile({ ...match, path, fileName, effect });
    if (!outcome.ok) return refuse(file, outcome.message);
    const warnings = outcome.value.files.flatMap((one) => one.warnings).join(' ');
    const code = match.reportCode;
    return { file, isAttached: true, code, ...(warnings === '' ? {} : { message: warnings }) };
  }
}

/** One of the several things that a call does. */
export const narrow = (effect: FormEffect | undefined, part: string): FormEffect | undefined =>
  effect && { ...effect, thing: { ...effect.thing, id: `${effect.thing.id} ${part}` } };

/** A refusal that names its file. */
export const refuse = (file: string, message: string): AttachedByName => ({
  file,
  isAttached: false,
  message: message.includes(file) ? message : `${file}: ${message}`,
});
