import { useDateFormat } from '#ui/store-zone.tsx';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { capitalize, formatBytes, formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

type OrderFile = OrderView['files'][number];

const fileDetails = {
  pdf: 'your name on every page',
  workbook: 'every number with its unit and source',
  file: 'your name in it',
} as const satisfies Record<OrderFile['kind'], string>;

/** "28 pages, 2.4 MB, your name on every page": what is known of it. */
const describeContent = ({ kind, pages, sizeBytes }: OrderFile): string =>
  capitalize(
    [
      ...(pages === undefined ? [] : [formatCount(pages, 'page')]),
      ...(sizeBytes === undefined ? [] : [formatBytes(sizeBytes)]),
      fileDetails[kind],
    ].join(', '),
  );

/** The files of a paid order, and a button that renews their downloads. */
export function OrderFiles({ order }: { order: OrderView }) {
  return (
    <section className="mt-6" aria-label="Files">
      <ul className="border-t-2 border-ink">
        {order.files.map((file) => (
          <OrderFileRow key={file.token} file={file} reportTitle={order.reportTitle} />
        ))}
      </ul>
      <form method="post" className="flex flex-wrap items-center gap-x-4 pt-2 text-[14px]">
        <input type="hidden" name="what" value="renew" />
        <p className="text-muted">Need more downloads, or more time? Renew them at any time.</p>
        <SubmitButton busyLabel="Renewing…" className="link py-1">
          Renew download links
        </SubmitButton>
      </form>
    </section>
  );
}

/** A file of a paid order: a download, or why it can't be downloaded any more. */
function OrderFileRow({ file, reportTitle }: { file: OrderFile; reportTitle: string }) {
  const { kind, title, format, edition, isNewestEdition } = file;
  const { token, isUsable, isReady } = file;
  const isReport = format === 'PDF';
  const formatInstant = useDateFormat();
  return (
    <li className="order-file">
      <span className={`file-mark ${isReport ? 'pdf' : 'workbook'}`} aria-hidden="true">
        {format}
      </span>
      <div className="min-w-0">
        <h2 className="text-[17px] leading-snug">
          {kind === 'pdf' ? reportTitle : title}
          {!isNewestEdition && `, edition ${edition}`}
        </h2>
        <p className="text-[14px] text-muted">{describeContent(file)}</p>
        <p className="figures text-[14px] text-muted">{describeAccess(file, formatInstant)}</p>
      </div>
      {isUsable && isReady && (
        <a className={isReport ? 'button' : 'button quiet'} href={paths.download(token)} download>
          Download {format === 'XLSX' ? 'Excel' : format}
        </a>
      )}
    </li>
  );
}

/** How often and until when the file can be downloaded, or why it can't be. */
function describeAccess(file: OrderFile, formatInstant: (at: string) => string): string {
  const { downloadsLeft, downloadsAllowed, expiresAt, isUsable, isReady } = file;
  if (!isReady)
    return 'This file is being prepared. Its download appears here as soon as it is ready.';
  return isUsable
    ? `${downloadsLeft} of ${downloadsAllowed} downloads left, until ${formatInstant(expiresAt)}`
    : describeEnd(file, formatInstant);
}

function describeEnd(file: OrderFile, formatInstant: (at: string) => string): string {
  const { downloadsLeft, downloadsAllowed, expiresAt } = file;
  const end =
    downloadsLeft < 1
      ? `Downloaded ${downloadsAllowed} times`
      : `Expired on ${formatInstant(expiresAt)}`;
  return `${end}: renew the links below`;
}
