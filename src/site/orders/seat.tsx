import { data } from 'react-router';
import type { Route } from './+types/seat.ts';
import { appContext } from '#site/context.ts';
import { PageHead } from '#site/layout/page-head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { readTextFields } from '#site/leads/submit-lead-form.ts';
import { Alert } from '#ui/alert.tsx';
import { refusalInit, sameOriginReferrer } from '#site/refusal-response.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { orders } = context.get(appContext);
  const seat = await orders.seats.getSeat(params.token);
  const closed = seat ? undefined : await orders.seats.getClosedSeat(params.token);
  if (!seat && !closed) throw data(null, { status: 404 });
  return data({ seat, closed }, { headers: sameOriginReferrer, status: seat ? 200 : 410 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { orders } = context.get(appContext);
  if (readTextFields(await request.formData())['what'] === 'renew') {
    const answer = await orders.seats.renewSeatDownloads(params.token);
    if (!answer) throw data(null, { status: 404 });
    return answer.ok
      ? data({ message: undefined })
      : data({ message: answer.message }, refusalInit(answer));
  }
  if (!(await orders.seats.acceptSeat(params.token))) throw data(null, { status: 404 });
  return data({ message: undefined });
}

/** A reader's seat: accepted with a button, it holds his own copies. */
export default function SeatPage({
  loaderData: { seat, closed },
  actionData,
}: Route.ComponentProps) {
  const head = (
    <PageHead
      title="Your seat"
      siteName={useSite().siteName}
      description="A report that your company licensed."
      noIndex
    />
  );
  if (!seat) {
    return (
      <div className="wrap grid max-w-[760px]! justify-items-start gap-5 py-14">
        {head}
        <h1 className="text-[36px]">This seat is closed</h1>
        <p>
          {closed?.isRevoked
            ? `${closed.companyName} has taken the seat for ${closed.reportTitle} back.`
            : `The licence of ${closed?.companyName} for ${closed?.reportTitle} has ended, or is paused.`}{' '}
          Ask there if you need the report.
        </p>
      </div>
    );
  }
  return (
    <div className="wrap grid max-w-[760px]! justify-items-start gap-5 py-14">
      {head}
      <h1 className="text-[36px]">Good day {seat.name}</h1>
      <p>
        <strong>{seat.companyName}</strong> gives you a seat for <strong>{seat.reportTitle}</strong>
        . {seat.rights}
      </p>
      {seat.isAccepted ? (
        <ul className="grid w-full gap-3 sm:grid-cols-2">
          {seat.links.map(({ label, url, isUsable }) => (
            <li key={url}>
              {isUsable ? (
                <a
                  className="sheet block border-accent! p-5 text-[18px] font-semibold text-accent hover:bg-wash"
                  href={url}
                  download
                >
                  Download: {label}
                </a>
              ) : (
                <p className="sheet p-5 text-muted">{label}: used up, or ended</p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <form method="post">
          <button className="button">Accept the seat</button>
        </form>
      )}
      {actionData?.message && <Alert>{actionData.message}</Alert>}
      {seat.links.some(({ isUsable }) => !isUsable) && (
        <form method="post">
          <input type="hidden" name="what" value="renew" />
          <button className="button quiet">Renew the downloads</button>
        </form>
      )}
      <p className="text-[14px] text-muted">
        Your copies carry your name. Please don't pass them on.
      </p>
    </div>
  );
}
