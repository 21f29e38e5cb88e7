import { listFiles } from '#adapters/sheets/unpack-files.ts';
import type { App } from '#core/app.ts';
import { matchFileName } from '#core/catalogue/goods/file-names.model.ts';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';

/**
 * Files of a folder or a ZIP belong to the reports of their names afterwards: QM-1057.pdf,
 * QM-1057-sample.pdf, QM-1057-cover.jpg. Those that were there already change nothing. Prints a
 * sentence for each that is refused, and answers their number.
 */
export async function attachOfferedFiles(
  { goods }: App['catalogue'],
  folderOrZip: string,
  workFolder: string,
): Promise<number> {
  let [attached, refused] = [0, 0];
  const refuse = (sentence: string): void => {
    refused++;
    console.log(`  ${sentence}`);
  };
  try {
    for await (const { fileName, path } of listFiles(folderOrZip, workFolder)) {
      const match = matchFileName(fileName);
      const outcome = match && (await goods.attachFile({ ...match, path, fileName }));
      if (!outcome) refuse(`${fileName} has no report's code as its name.`);
      else if (outcome.ok) attached++;
      else
        refuse(
          outcome.message.includes(fileName) ? outcome.message : `${fileName}: ${outcome.message}`,
        );
    }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    refuse(error.message);
  }
  console.log(`files: ${attached} attached, ${refused} refused`);
  return refused;
}
