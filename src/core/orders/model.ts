/** Rules of an order that hold everywhere. Pure, safe in the browser. */

export const orderStates = [
  'pending',
  'awaiting-approval',
  'awaiting-transfer',
  'capturing',
  'paid',
  'fulfilled',
  'review',
  'mismatch',
  'expired',
  'cancelled',
  'refunded',
  'partly-refunded',
  'suspended',
] as const;
export type OrderState = (typeof orderStates)[number];

export type PaymentMethod = 'card' | 'bank';

/** The provider's answer to a capture, as the order page and the API show it. */
export type PaymentDetails = {
  readonly id: string;
  readonly status: string;
  readonly purchase_units: readonly [
    {
      readonly payments: {
        readonly captures: readonly [
          {
            readonly id: string;
            readonly amount: { readonly value: string; readonly currency_code: string };
          },
        ];
      };
    },
  ];
  readonly payer: { readonly payer_id: string | null; readonly email_address: string | null };
};

/** What an order's history keeps with an event. */
export type EventDetail = Readonly<Record<string, unknown>>;

/** In these the money is ours and the files are the buyer's. */
export const statesWithAccess: readonly OrderState[] = ['paid', 'fulfilled', 'partly-refunded'];

/** Where each state may go; the database keeps the same table (order_move), and a test holds the two together. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['awaiting-approval', 'awaiting-transfer', 'cancelled', 'expired'],
  'awaiting-transfer': ['cancelled', 'expired', 'paid'],
  'awaiting-approval': ['cancelled', 'capturing', 'expired'],
  capturing: ['awaiting-approval', 'mismatch', 'paid', 'review'],
  paid: ['fulfilled', 'partly-refunded', 'refunded', 'suspended'],
  fulfilled: ['partly-refunded', 'refunded', 'suspended'],
  review: ['awaiting-approval', 'mismatch', 'paid'],
  mismatch: ['paid', 'refunded'],
  expired: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  cancelled: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  refunded: [],
  'partly-refunded': ['refunded', 'suspended'],
  suspended: ['fulfilled', 'partly-refunded', 'refunded'],
};
/** An order waits so long for its transfer. */
export const transferDays = 60;
export const getTransferDueDate = (placedAt: Date): Date =>
  new Date(placedAt.getTime() + transferDays * 86_400_000);
/** A grant's life, and its downloads a file. */
export const grantDays = 30;
export const grantDownloads = 5;

/** "a***@example.com": enough to know one's own address again. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2');

/** An order's number, as the database writes it. */
export const formatOrderNumber = (id: number): string => `QI-${String(id).padStart(6, '0')}`;
