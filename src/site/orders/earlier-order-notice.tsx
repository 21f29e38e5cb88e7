import type { EarlierOrder } from '#core/orders/checkout/earlier-order.ts';
import { paths } from '#src/paths.ts';
import { Alert } from '#ui/alert.tsx';
import { useDateFormat } from '#ui/store-zone.tsx';

type Sentences = {
  readonly title: string;
  readonly explanation: (number: string, day: string) => string;
  /** What the buyer ticks to order again all the same. */
  readonly another: (number: string) => string;
};

const sentences: Readonly<Record<EarlierOrder['progress'], Sentences>> = {
  paid: {
    title: 'You already have this licence.',
    explanation: (number, day) => `You bought it on ${day} with order ${number}.`,
    another: () => 'Buy another copy of this licence',
  },
  checking: {
    title: 'We are checking your payment.',
    explanation: (number, day) =>
      `You ordered this licence on ${day} with order ${number}. You don't need to pay again: ` +
      'we email you as soon as your payment is confirmed.',
    another: (number) =>
      `Buy another copy all the same. If the payment of order ${number} is confirmed too, ` +
      'I pay for both',
  },
  'not-taken': {
    title: 'This licence is paid already.',
    explanation: (number) =>
      `So we did not take your payment for order ${number}: nothing was charged. ` +
      'An email to you says which order it is.',
    another: () => 'Buy another copy of this licence',
  },
  'awaiting-transfer': {
    title: 'You have already ordered this licence.',
    explanation: (number, day) =>
      `You placed order ${number} on ${day}, and we are waiting for your bank transfer. ` +
      "If you have sent it, you don't need to pay again.",
    another: (number) =>
      'I have not sent the transfer and want to order again. If I pay by card, order ' +
      `${number} is closed`,
  },
};

type Props = {
  readonly order: EarlierOrder;
  readonly isAnother: boolean;
  readonly error: string | undefined;
};

/** Leads a buyer to the order that they have already; ordering again takes a tick of its own. */
export function EarlierOrderNotice({ order, isAnother, error }: Props) {
  const { number, progress, since } = order;
  const formatInstant = useDateFormat();
  const { title, explanation, another } = sentences[progress];
  return (
    <div className="mb-6 grid gap-4">
      <Alert kind={error ? 'error' : 'note'}>
        <p>
          <strong>{title}</strong> {explanation(number, formatInstant(since))}
        </p>
        <p className="mt-3">
          <a className="button" href={paths.orderPage(number)}>
            Go to order {number}
          </a>
        </p>
      </Alert>
      <div className="field">
        <label className="flex items-start gap-3 font-normal!">
          <input
            type="checkbox"
            name="another"
            value={number}
            className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
            defaultChecked={isAnother}
            autoFocus={error !== undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'another-error' : undefined}
          />
          <span>{another(number)}.</span>
        </label>
        {error && (
          <p id="another-error" className="error">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
