import type { ReactNode } from 'react';
import { buildWaiver } from '#core/orders/consumer-law.model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import type { PaymentMethod } from '#core/orders/model.ts';
import { paths } from '#src/paths.ts';
import { CaptchaField } from '#site/islands/components/captcha-field.tsx';
import { Island } from '#site/islands/runtime/island.tsx';
import { useCaptcha } from '#site/layout/use-site.ts';
import { Icon } from '#ui/icon.tsx';
import { PaymentMethods } from '#ui/payment-methods.tsx';

type Props = {
  /** The chosen payment method, and those that there are. */
  readonly method: string;
  readonly methods: readonly PaymentMethod[];
  readonly isAccepted: boolean;
  readonly policyError: string | undefined;
  /** The consent to deliver at once, with its sentence. */
  readonly isWaived: boolean;
  readonly waiverError: string | undefined;
  /** Within how many days the order is delivered; null for at once. */
  readonly deliveryDays: number | null;
  /** The box that is the first thing to mend. */
  readonly focusedField: string | undefined;
  /** The captcha's error in the answer of the page's action to a bank transfer. */
  readonly captchaError: string | undefined;
};

/** How the order is paid, and the terms. */
export function PaymentChoice({ method, methods, captchaError, ...boxes }: Props) {
  const isBankChosen = !methods.includes('card') || (method === 'bank' && methods.includes('bank'));
  return (
    <>
      <fieldset className="mt-9">
        <legend className="mb-4 font-serif text-[20px] font-semibold leading-tight">
          Payment method
        </legend>
        <div className="payment-choice">
          {methods.includes('card') && (
            <label>
              <input type="radio" name="method" value="card" defaultChecked={!isBankChosen} />
              <span>
                <strong>Card or PayPal account</strong>
                <span>You approve the payment at PayPal, by account or card.</span>
              </span>
              <PaymentMethods />
            </label>
          )}
          {methods.includes('bank') && (
            <label>
              <input type="radio" name="method" value="bank" defaultChecked={isBankChosen} />
              <span>
                <strong>Bank transfer, on a pro-forma invoice</strong>
                <span>
                  IBAN and reference come by email;{' '}
                  {boxes.deliveryDays === null
                    ? 'files follow when the transfer arrives.'
                    : `we deliver ${describeDays(boxes.deliveryDays)} of your transfer’s arrival.`}
                </span>
              </span>
              <span className="bank-mark">
                <Icon name="bank" size={18} />
              </span>
            </label>
          )}
        </div>
      </fieldset>
      <TransferCaptcha error={captchaError} />
      <Consents {...boxes} />
    </>
  );
}

/** The consents: of a person who has it their right of withdrawal, of everybody the terms. */
function Consents({
  isAccepted,
  policyError,
  isWaived,
  waiverError,
  deliveryDays,
  focusedField,
}: Omit<Props, 'captchaError' | 'method' | 'methods'>) {
  return (
    <>
      <div className="for-person waiver">
        <ConsentCheckbox
          name="waiver"
          isTicked={isWaived}
          error={waiverError}
          isFocused={focusedField === 'waiver'}
        >
          {buildWaiver(deliveryDays)}
        </ConsentCheckbox>
      </div>
      <ConsentCheckbox
        name="policy"
        required
        isTicked={isAccepted}
        error={policyError}
        isFocused={focusedField === 'policy'}
      >
        I accept the{' '}
        <a className="link" href={paths.termsAndConditions()}>
          Terms &amp; Conditions
        </a>
        .
      </ConsentCheckbox>
    </>
  );
}

/** A transfer order sends an email before anything is paid, so a person has to place it. */
function TransferCaptcha({ error }: { error: string | undefined }) {
  const props = { captcha: useCaptcha(), ...(error ? { error } : {}) };
  return (
    <Island className="by-bank mt-6" name="captcha-field" when="view" props={props}>
      <CaptchaField {...props} />
    </Island>
  );
}

type ConsentProps = {
  readonly name: string;
  readonly isTicked: boolean;
  readonly error: string | undefined;
  readonly isFocused: boolean;
  readonly required?: boolean;
  readonly children: ReactNode;
};

/** A box to tick, with what is agreed to. */
function ConsentCheckbox(props: ConsentProps) {
  const { name, isTicked, error, isFocused, required, children } = props;
  return (
    <div className="field mt-6">
      <label className="flex items-center gap-3 font-normal! text-[16px]!">
        <input
          id={name}
          type="checkbox"
          name={name}
          value="1"
          required={required}
          className="size-6! min-h-0! shrink-0 accent-accent"
          defaultChecked={isTicked}
          autoFocus={isFocused}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={`${name}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
