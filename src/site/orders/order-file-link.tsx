import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { formatDate } from '#ui/format.ts';

type OrderFile = OrderView['files'][number];

const fileNames = {
  pdf: { link: 'Download the report (PDF)', name: 'The report (PDF)' },
  workbook: { link: 'Download the data (Excel)', name: 'The data (Excel)' },
} as const satisfies Record<OrderFile['kind'], object>;

/** One file of a paid order: a download, or why it can't be downloaded any more. */
export function OrderFileLink({ file }: { file: OrderFile }) {
  const { kind, token, downloadsLeft, downloadsAllowed, expiresAt, isUsable } = file;
  const { link, name } = fileNames[kind];
  if (isUsable)
    return (
      <a
        className="sheet grid gap-1 border-accent! p-5 hover:bg-wash"
        href={paths.download(token)}
        download
      >
        <span className="text-[18px] font-semibold text-accent">{link}</span>
        <span className="label">
          {downloadsLeft} of {downloadsAllowed} downloads left, until {formatDate(expiresAt)}
        </span>
      </a>
    );
  return (
    <div className="sheet grid gap-1 p-5">
      <span className="text-[18px] font-semibold">{name}</span>
      <span className="label">
        {downloadsLeft < 1
          ? `Downloaded ${downloadsAllowed} times`
          : `Expired on ${formatDate(expiresAt)}`}
        : renew the links below
      </span>
    </div>
  );
}
