/** The kinds of files that a publisher may sell. */
export const goodsKinds = ['pdf', 'xlsx', 'docx', 'pptx', 'csv', 'zip'] as const;
export type GoodsKind = (typeof goodsKinds)[number];

export type GoodsFormat = {
  /** "PDF" */
  readonly label: string;
  /** MIME type of a reader's copy. */
  readonly type: string;
  /** Of a reader's copy: a CSV comes in a ZIP, beside its licence. */
  readonly extension: string;
};

const office = 'application/vnd.openxmlformats-officedocument';

export const goodsFormats: Readonly<Record<GoodsKind, GoodsFormat>> = {
  pdf: { label: 'PDF', type: 'application/pdf', extension: 'pdf' },
  xlsx: { label: 'Excel', type: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  docx: { label: 'Word', type: `${office}.wordprocessingml.document`, extension: 'docx' },
  pptx: {
    label: 'PowerPoint',
    type: `${office}.presentationml.presentation`,
    extension: 'pptx',
  },
  csv: { label: 'CSV', type: 'application/zip', extension: 'zip' },
  zip: { label: 'ZIP', type: 'application/zip', extension: 'zip' },
};

/** Goods made from a report's data: the report and a workbook. */
export const madeKinds: readonly GoodsKind[] = ['pdf', 'xlsx'];

/** "PDF / EXCEL", as lists say what is delivered. */
export const labelFormats = (kinds: readonly GoodsKind[]): string =>
  sortKinds(kinds)
    .map((kind) => goodsFormats[kind].label.toUpperCase())
    .join(' / ');

/** "PDF and Excel", "PDF, Excel and CSV". */
export function listFormats(kinds: readonly GoodsKind[]): string {
  const labels = sortKinds(kinds).map((kind) => goodsFormats[kind].label);
  const last = labels.pop() ?? '';
  return labels.length === 0 ? last : `${labels.join(', ')} and ${last}`;
}

const sortKinds = (kinds: readonly GoodsKind[]): GoodsKind[] =>
  goodsKinds.filter((kind) => kinds.includes(kind));

/** A file's name for buyers if the publisher has given none. */
export const goodsTitles: Readonly<Record<GoodsKind, string>> = {
  pdf: 'Report (PDF)',
  xlsx: 'Data workbook (Excel)',
  docx: 'Report (Word)',
  pptx: 'Slides (PowerPoint)',
  csv: 'Data (CSV)',
  zip: 'Data files (ZIP)',
};
