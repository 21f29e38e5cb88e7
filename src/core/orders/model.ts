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

/** What an order's history stores with an event. */
export type EventDetail = Readonly<Record<string, unknown>>;

/** States in which the order is paid and its buyer may download the files. */
export const statesWithAccess: readonly OrderState[] = ['paid', 'fulfilled', 'partly-refunded'];

/** True while the order is paid and its buyer may download the files. */
export const hasAccess = (state: OrderState): boolean => statesWithAccess.includes(state);

/**
 * The states that each state may change to. The database has the same table
 * (order_state_transition) and refuses any other change; a test compares the two.
 */
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

/** Days until an order that waits for a bank transfer expires. */
export const transferDays = 60;

/** When an order that waits for a bank transfer expires. */
export const getTransferDueDate = (placedAt: Date): Date =>
  new Date(placedAt.getTime() + transferDays * 86_400_000);

/** Days until a download link expires. */
export const grantDays = 30;

/** Downloads of each file until its link is used up. */
export const grantDownloads = 5;

/** "a***@example.com": enough for somebody to recognise their own address. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2');

/** An order's number as the database generates it: "QI-000123". */
export const formatOrderNumber = (id: number): string => `QI-${String(id).padStart(6, '0')}`;
