import type { Deps } from '../../deps.ts';
import { fail, type Outcome } from '../../kernel/outcome.model.ts';
import { insertFiles, type AttachedFiles, type GoodsDeps } from './attach-files.ts';
import { findEdition, findReportByCode, listCurrentFiles } from './edition-files.store.ts';
import { storeSample } from './store-file.ts';

/**
 * The newest edition's sample is afterwards these pages of its PDF (counted from 1), with SAMPLE
 * across each. `not-found` for an unknown report, or one without an uploaded PDF;
 * `unsupported-type` where the PDF has no such page.
 */
export async function makeSampleOfPages(
  deps: GoodsDeps,
  reportCode: string,
  pages: readonly number[],
): Promise<Outcome<AttachedFiles>> {
  const { db, files, goods } = deps;
  const report = await findReportByCode(db, reportCode);
  const edition = report && (await findEdition(db, report.id));
  const all = edition ? await listCurrentFiles(db, edition.id, 'goods') : [];
  const pdf = all.find(({ kind }) => kind === 'pdf');
  const body = pdf && (await files.read(pdf.bodyKey));
  if (!report || !pdf?.masterKey || !body)
    return fail('not-found', `${reportCode} has no PDF to take pages from.`);
  const sample = await goods.makeSample({
    body,
    master: await readWhole(deps, pdf.masterKey),
    pages,
    line: `Sample of ${reportCode}`,
  });
  if (!sample.ok) return sample;
  const facts = {
    pages: pages.length,
    sizeBytes: sample.value.length,
    sha256: `${pdf.sha256} ${pages.join(',')}`,
  };
  const stored = [await storeSample(deps, sample.value, facts)];
  return insertFiles(deps, { reportId: report.id, reportCode, stored });
}

/** A small file's bytes. Throws where it is not in the storage. */
export async function readWhole({ files }: Pick<Deps, 'files'>, key: string): Promise<Uint8Array> {
  const stream = await files.read(key);
  if (!stream) throw new Error(`A file is not in the storage: ${key}`);
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}
