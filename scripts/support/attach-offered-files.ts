import { listFiles } from '#adapters/sheets/unpack-files.ts';
import type { App } from '#core/app.ts';

/**
 * Files of a folder or a ZIP belong to the reports of their names afterwards: QM-1057.pdf,
 * QM-1057-sample.pdf, QM-1057-cover.jpg. Those that were there already change nothing. Prints a
 * sentence for each that is refused, and answers their number.
 */
export async function attachOfferedFiles(
  imports: App['imports'],
  folderOrZip: string,
  workFolder: string,
): Promise<number> {
  let [attached, refused] = [0, 0];
  for await (const one of imports.files.attachByName(listFiles(folderOrZip, workFolder))) {
    if (one.isAttached) attached++;
    else {
      refused++;
      console.log(`  ${one.message ?? one.file}`);
    }
  }
  console.log(`files: ${attached} attached, ${refused} refused`);
  return refused;
}
