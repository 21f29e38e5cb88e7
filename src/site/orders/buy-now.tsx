import { data, redirect } from 'react-router';
import type { Route } from './+types/buy-now.ts';
import { allows, licenceNames } from '#core/catalogue/licence.model.ts';
import { decimal, dollars } from '#core/kernel/cents.ts';
import { paths } from '#src/paths.ts';
import { shopContext, visitContext } from '#site/context.ts';
import { Head } from '#site/layout/head.tsx';
import { useSite } from '#site/layout/use-site.ts';
import { textFields } from '#site/leads/send.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { Payments } from '#ui/payments.tsx';
import { day } from '#ui/words.ts';
import { BillingFields } from './billing-fields.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { orders, content, accounts } = context.get(shopContext);
  const visit = context.get(visitContext);
  // Known from here on, so that a form that is sent twice at once is one order.
  const browser = visit.makeBrowser();
  const customer = await accounts.who(visit.session);
  const own = customer && {
    name: customer.name,
    email: customer.email,
    mobile_no: customer.mobileNo,
    address: customer.address,
    city: customer.city,
    state: customer.state,
    country: String(customer.countryId ?? ''),
  };
  const url = new URL(request.url);
  const cancelled = url.searchParams.get('cancelled') !== null;
  const token = url.searchParams.get('token');
  if (cancelled && token) await orders.cancel(token.slice(0, 40));
  const [found, countries] = await Promise.all([
    orders.offer(
      (url.searchParams.get('id') ?? '').slice(0, 60),
      url.searchParams.get('type') ?? undefined,
    ),
    content.countries(),
  ]);
  if (!found.ok)
    return data(
      {
        message: found.message,
        countries,
        cancelled,
        offer: undefined,
        known: undefined,
        before: undefined,
      },
      { status: found.status },
    );
  const { report, licence } = found.value;
  const typed =
    cancelled || url.searchParams.has('again')
      ? await orders.typedBefore(report.id, browser)
      : undefined;
  const known: Readonly<Record<string, string>> | undefined = typed
    ? {
        ...typed,
        country: String(countries.find(({ name }) => name === typed['country'])?.id ?? ''),
      }
    : own;
  return data({
    offer: found.value,
    countries,
    cancelled,
    message: undefined,
    known,
    before: await orders.boughtBefore(report.id, licence, { browser, customer }),
  });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { orders, accounts } = context.get(shopContext);
  const visit = context.get(visitContext);
  const customer = await accounts.who(visit.session);
  const form = textFields(await request.formData());
  const placed = await orders.place(form, visit.makeBrowser(), {
    customerId: customer?.id,
    visitor: visit.address,
  });
  if (placed.ok) return redirect(placed.value.approvalUrl, 303);
  return data(
    { message: placed.message, errors: placed.errors ?? {}, form },
    {
      status: placed.status,
      ...(placed.retryAfter ? { headers: { 'retry-after': String(placed.retryAfter) } } : {}),
    },
  );
}

/** Billing and order summary; paying happens at the provider. */
export default function BuyNow({ loaderData, actionData }: Route.ComponentProps) {
  const { offer, countries, cancelled, before } = loaderData;
  const site = useSite();
  const head = (
    <Head
      title="Checkout"
      siteName={site.siteName}
      description="Billing information and order summary."
      hidden
    />
  );
  if (!offer) {
    return (
      <div className="wrap grid gap-5 py-14">
        {head}
        <h1 className="text-[36px]">Checkout</h1>
        <Alert>{loaderData.message ?? texts.somethingWrong}</Alert>
        <p>
          <a className="button" href={paths.reportStore()}>
            Report Store
          </a>
        </p>
      </div>
    );
  }
  const { report, licence, price, linkId } = offer;
  const refused = actionData && 'errors' in actionData ? actionData : undefined;
  return (
    <div className="wrap py-10">
      {head}
      <h1 className="text-[36px]">Checkout</h1>
      <form method="post" className="mt-6 grid gap-10 lg:grid-cols-[1fr_380px]" noValidate>
        <section aria-labelledby="billing">
          <h2 id="billing" className="mb-4 text-[24px]">
            {texts.billing}
          </h2>
          {cancelled && !refused && (
            <Alert kind="note">
              You turned back before paying; nothing was charged. Your order is kept: go on whenever
              you like.
            </Alert>
          )}
          {before && (
            <Alert kind="note">
              You have this licence already, bought on {day(before.paidAt)}:{' '}
              <a className="link" href={paths.paymentSuccess(before.number)}>
                order {before.number}
              </a>
              . Going on buys another one.
            </Alert>
          )}
          {refused && <Alert>{refused.message}</Alert>}
          <BillingFields
            countries={countries}
            form={refused?.form ?? loaderData.known ?? {}}
            errors={refused?.errors ?? {}}
          />
        </section>
        <aside
          aria-labelledby="summary"
          className="sheet grid content-start gap-4 self-start p-6 lg:sticky lg:top-24"
        >
          <h2 id="summary" className="text-[24px]">
            Order summary
          </h2>
          <div>
            <p className="label">{report.industry}</p>
            <p className="font-serif text-[18px] font-semibold leading-snug">{report.title}</p>
            <p className="label figures mt-1">
              {report.code} · {report.pages} pages · {texts.deliveryFormat}
            </p>
          </div>
          <dl className="figures grid grid-cols-[1fr_auto] gap-2 border-t border-rule pt-4">
            <dt>{licenceNames[licence]} licence</dt>
            <dd className="text-right">{dollars(price)}</dd>
            <dt className="font-semibold">Total (USD)</dt>
            <dd className="text-right text-[20px] font-semibold">{dollars(price)}</dd>
          </dl>
          <p className="text-[14px] text-muted">
            {allows(licence, site.teamSeats)}{' '}
            <a className="link" href={paths.report(report.slug)}>
              Change licence
            </a>
          </p>
          {licence === 'corporate-user' && (
            <p className="text-[14px] text-muted">
              Order with an address of your company's e-mail domain: your colleagues take their
              copies by it.
            </p>
          )}
          <fieldset className="grid gap-2">
            <legend className="mb-1 font-semibold">Payment method</legend>
            {(
              [
                ['card', 'Card or PayPal account'],
                ['bank', 'Bank transfer, on a pro-forma invoice'],
              ] as const
            ).map(([value, label]) => (
              <label key={value} className="flex items-center gap-3">
                <input
                  type="radio"
                  name="method"
                  value={value}
                  defaultChecked={(refused?.form['method'] ?? 'card') === value}
                  className="size-4 accent-accent"
                />
                {label}
              </label>
            ))}
          </fieldset>
          <div className="by-card">
            <Payments />
          </div>
          <p className="by-bank label">
            IBAN and reference come with the next page and by mail. The files follow when the
            transfer has arrived.
          </p>
          <input type="hidden" name="report_id" value={linkId} />
          <input type="hidden" name="type" value={licence} />
          <input type="hidden" name="amount" value={decimal(price)} />
          <button className="by-card button text-[17px]">Continue to PayPal</button>
          <button className="by-bank button text-[17px]">Place the order</button>
          <p className="by-card text-[14px] text-muted">
            You approve the payment at PayPal, by account or card. The files are ready as soon as
            PayPal confirms it.
          </p>
        </aside>
      </form>
    </div>
  );
}
