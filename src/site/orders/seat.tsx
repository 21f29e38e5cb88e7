import { data } from 'react-router';
import type { Route } from './+types/seat.ts';
import { describePromise } from '#core/orders/delivery/promise.model.ts';
import type { SeatView } from '#core/orders/licences/seats.ts';
import { appContext, visitContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { refusalInit, sameOriginReferrer, unknownForm } from '#site/refusal-response.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type SeatPageData =
  | { readonly kind: 'open'; readonly seat: SeatView }
  | { readonly kind: 'closed'; readonly explanation: string };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { orders } = context.get(appContext);
  const seat = await orders.seats.getSeat(params.token);
  if (seat) return data<SeatPageData>({ kind: 'open', seat }, { headers: sameOriginReferrer });
  const closed = await orders.seats.getClosedSeat(params.token);
  if (!closed) throw data(null, { status: 404 });
  const explanation = closed.isRevoked
    ? `${closed.licensee} has revoked your seat for ${closed.reportTitle}.`
    : `The licence of ${closed.licensee} for ${closed.reportTitle} has ended or is paused.`;
  return data<SeatPageData>(
    { kind: 'closed', explanation },
    { headers: sameOriginReferrer, status: 410 },
  );
}

export async function action({ context, params }: Route.ActionArgs) {
  const { orders } = context.get(appContext);
  const { what } = context.get(visitContext).form.fields;
  const intent = readIntent(['accept', 'renew'], what);
  if (intent === undefined)
    return data({ error: unknownForm.message }, refusalInit(unknownForm, sameOriginReferrer));
  if (intent === 'renew') {
    const renewed = await orders.seats.renewSeatDownloads(params.token);
    if (!renewed) throw data(null, { status: 404 });
    return renewed.ok
      ? data({ error: undefined })
      : data({ error: renewed.message }, refusalInit(renewed));
  }
  if (!(await orders.seats.acceptSeat(params.token))) throw data(null, { status: 404 });
  return data({ error: undefined });
}

/** A reader's seat: once accepted, it has the reader's own copies to download. */
export default function SeatPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap grid max-w-[760px]! justify-items-start gap-5 py-14">
      <PageHead
        title="Your seat"
        siteName={useSite().siteName}
        description="A report that your company licensed."
        noIndex
      />
      {loaderData.kind === 'open' ? (
        <OpenSeat seat={loaderData.seat} error={actionData?.error} />
      ) : (
        <>
          <h1 className="text-[27px] lg:text-[36px]">This seat is closed</h1>
          <p>{loaderData.explanation} Please ask your company if you still need the report.</p>
        </>
      )}
    </div>
  );
}

function OpenSeat({ seat, error }: { seat: SeatView; error: string | undefined }) {
  return (
    <>
      <h1 className="text-[27px] lg:text-[36px]">Hello {seat.name}</h1>
      <p>
        <strong>{seat.licensee}</strong> gives you a seat for <strong>{seat.reportTitle}</strong>.{' '}
        {seat.rights}
      </p>
      {seat.promise && (
        <p>
          The report is not here yet. We deliver it <strong>{describePromise(seat.promise)}</strong>
          {seat.isAccepted && ', and email you the download links then'}.
        </p>
      )}
      {seat.isAccepted ? (
        <ul className="w-full border-t-2 border-ink empty:hidden">
          {seat.links.map((link) => (
            <li
              key={link.url}
              className="flex flex-wrap items-center gap-3 border-b border-rule py-4"
            >
              <SeatDownload {...link} />
            </li>
          ))}
        </ul>
      ) : (
        <form method="post">
          <input type="hidden" name="what" value="accept" />
          <SubmitButton busyLabel="Accepting…">Accept seat</SubmitButton>
        </form>
      )}
      {error && <Alert>{error}</Alert>}
      {seat.links.some(({ isUsable }) => !isUsable) && (
        <form method="post">
          <input type="hidden" name="what" value="renew" />
          <SubmitButton busyLabel="Renewing…" className="button quiet">
            Renew downloads
          </SubmitButton>
        </form>
      )}
      <p className="text-[14px] text-muted">
        Your copies carry your name. Please don't pass them on.
      </p>
    </>
  );
}

function SeatDownload({ label, url, isUsable, isReady }: SeatView['links'][number]) {
  if (!isReady)
    return (
      <span className="text-muted">
        {label}: being prepared. Please come back later: its download appears here.
      </span>
    );
  if (!isUsable) return <span className="text-muted">{label}: used up or expired</span>;
  return (
    <>
      <span className="font-serif text-[17px] font-semibold">{label}</span>
      <a className="button quiet ml-auto" href={url} download aria-label={`Download: ${label}`}>
        Download
      </a>
    </>
  );
}
