import { describeLicence, licenceNames } from '#core/catalogue/licence.model.ts';
import { formatDollars, toDecimalString } from '#core/kernel/money.model.ts';
import type { Offer } from '#core/orders/checkout/offer.ts';
import { paths } from '#src/paths.ts';
import { CaptchaField } from '#site/islands/components/captcha-field.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { useCaptcha, useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { PaymentMethods } from '#ui/payment-methods.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = {
  readonly offer: Offer;
  /** The chosen payment method. */
  readonly method: string;
  /** What the page's action answered about the captcha of a bank transfer. */
  readonly captchaError?: string | undefined;
};

/** What is bought, what it costs and how it is paid: the side of the checkout's form. */
export function OrderSummary({ offer, method, captchaError }: Props) {
  const { report, licence, priceCents } = offer;
  return (
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
        <dd className="text-right">{formatDollars(priceCents)}</dd>
        <dt className="font-semibold">Total (USD)</dt>
        <dd className="text-right text-[20px] font-semibold">{formatDollars(priceCents)}</dd>
      </dl>
      <LicenceNotes offer={offer} />
      <PaymentMethodChoice method={method} />
      <TransferCaptcha error={captchaError} />
      <OrderButtons offer={offer} />
    </aside>
  );
}

function LicenceNotes({ offer: { report, licence } }: { offer: Offer }) {
  return (
    <>
      <p className="text-[14px] text-muted">
        {describeLicence(licence, useSite().teamSeats)}{' '}
        <a className="link" href={paths.report(report.slug)}>
          Change licence
        </a>
      </p>
      {licence === 'corporate-user' && (
        <p className="text-[14px] text-muted">
          Please order with your company email address: colleagues at the same domain can then claim
          their own copies.
        </p>
      )}
    </>
  );
}

const paymentMethods = [
  ['card', 'Card or PayPal account'],
  ['bank', 'Bank transfer (pro-forma invoice)'],
] as const;

function PaymentMethodChoice({ method }: { method: string }) {
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-semibold">Payment method</legend>
        {paymentMethods.map(([value, label]) => (
          <label key={value} className="flex items-center gap-3">
            <input
              type="radio"
              name="method"
              value={value}
              defaultChecked={method === value}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="by-card">
        <PaymentMethods />
      </div>
      <p className="by-bank label">
        We show and email you our IBAN and your reference next, and deliver the files as soon as the
        transfer arrives.
      </p>
    </>
  );
}

/** A transfer order sends an email before anything is paid, so a person has to place it. */
function TransferCaptcha({ error }: { error: string | undefined }) {
  const props = { captcha: useCaptcha(), ...(error ? { error } : {}) };
  return (
    <Island className="by-bank" name="captcha" when="view" props={props}>
      <CaptchaField {...props} />
    </Island>
  );
}

function OrderButtons({ offer: { buyLinkId, licence, priceCents } }: { offer: Offer }) {
  return (
    <>
      <input type="hidden" name="report_id" value={buyLinkId} />
      <input type="hidden" name="type" value={licence} />
      <input type="hidden" name="amount" value={toDecimalString(priceCents)} />
      <SubmitButton busyLabel="Opening PayPal…" className="by-card button text-[17px]">
        Continue to PayPal
      </SubmitButton>
      <SubmitButton busyLabel="Placing your order…" className="by-bank button text-[17px]">
        Place order
      </SubmitButton>
      <p className="by-card text-[14px] text-muted">
        You pay at PayPal, with your account or a card. Your files are ready as soon as PayPal
        confirms the payment.
      </p>
    </>
  );
}
