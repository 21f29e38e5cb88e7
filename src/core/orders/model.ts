import { addDays, toDay } from '#core/kernel/time-zone.model.ts';

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

/** The data that an order's history stores with an event. */
export type EventDetail = Readonly<Record<string, unknown>>;

/** Days in which a bank transfer is awaited; the order expires when the last one is over. */
export const transferDays = 60;

/** The last day on which a bank transfer is awaited, in the store's zone. */
export const getTransferDueDay = (placedAt: Date, zone: string): string =>
  addDays(toDay(placedAt, zone), transferDays);

/** Days until a download link expires. */
export const grantDays = 30;

/** Downloads of each file until its link is used up. */
export const grantDownloads = 5;
/** How many downloads more may begin, and be cut before they arrive. */
export const grantCutTries = 10;
