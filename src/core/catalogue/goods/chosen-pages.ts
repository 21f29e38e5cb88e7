import type { Deps } from '../../deps.ts';
import { fail, type Outcome } from '../../kernel/outcome.model.ts';
import { insertFiles, type AskedOnce, type AttachedFiles, type GoodsDeps } from './attach-files.ts';
import { findEdition, findReportByCode, listCurrentFiles } from './edition-files.store.ts';
import { storeSample } from './store-file.ts';

/**
 * The newest edition's sample is afterwards these pages of its PDF (counted from 1), with SAMPLE
 * across each. `not-found` for an unknown report, or one without an uploaded PDF;
 * `unsupported-type` where the PDF has no such page; `unavailable` where the PDF is missing among the
 * store's files, or not whole there.
 */
export async function makeSampleOfPages(
  deps: GoodsDeps,
  reportCode: string,
  pages: readonly number[],
  asked: AskedOnce = {},
): Promise<Outcome<AttachedFiles>> {
  const { db, files, goods } = deps;
  const report = await findReportByCode(db, reportCode);
  const edition = report && (await findEdition(db, report.id));
  const all = edition ? await listCurrentFiles(db, edition.id, 'goods') : [];
  const pdf = all.find(({ kind }) => kind === 'pdf');
  if (!report || !pdf?.masterKey)
    return fail('not-found', `${reportCode} has no PDF to take pages from.`);
  const master = await readStored(deps, pdf.masterKey);
  const body = master && (await files.read(pdf.bodyKey));
  if (!body)
    return fail(
      'unavailable',
      `${pdf.fileName} is missing among the store’s files: upload it again.`,
    );
  const sample = await goods.makeSample({
    body,
    master,
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
  return insertFiles(deps, { reportId: report.id, reportCode, stored, ...asked });
}

/** A small file's bytes. Throws where it is not in the storage. */
export async function readWhole(deps: Pick<Deps, 'files'>, key: string): Promise<Uint8Array> {
  const bytes = await readStored(deps, key);
  if (!bytes) throw new Error(`A file is not in the storage: ${key}`);
  return bytes;
}

async function readStored(
  { files }: Pick<Deps, 'files'>,
  key: string,
): Promise<Uint8Array | undefined> {
  const stream = await files.read(key);
  if (!stream) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}
