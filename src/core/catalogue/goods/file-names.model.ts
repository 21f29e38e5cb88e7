/** A file's part in its edition: sold, shown to everybody, or its picture. */
export type FilePurpose = 'cover' | 'goods' | 'sample';

/**
 * The report and the purpose of a file by its name: "QM-1057.pdf", "QM-1057-v2.xlsx",
 * "QM-1057-sample.pdf", "QM-1057-cover.jpg". undefined for a name without a report's code.
 */
export function matchFileName(
  fileName: string,
): { readonly reportCode: string; readonly purpose: FilePurpose } | undefined {
  const match =
    /^(?<code>[^/\\]+?)(?:-(?<part>sample|cover|v\d{1,3}))?\.(?<extension>\w{1,5})$/i.exec(
      fileName.trim(),
    );
  const { code, part, extension } = match?.groups ?? {};
  if (code === undefined || extension === undefined) return undefined;
  const purpose = part?.toLowerCase();
  if (purpose === 'sample') return { reportCode: code, purpose };
  if (purpose === 'cover') return { reportCode: code, purpose };
  return { reportCode: code, purpose: 'goods' };
}

/** A name for a download: plain letters, digits, dots and dashes, and this extension. */
export function toFileName(fileName: string, extension: string): string {
  const stem = fileName
    .replace(/\.\w{1,5}$/, '')
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, 100);
  return `${stem || 'report'}.${extension}`;
}
