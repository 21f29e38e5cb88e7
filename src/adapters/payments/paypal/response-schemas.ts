/**
 * The parts of PayPal's answers that we read. Source: its OpenAPI, checkout_orders_v2,
 * payments_payment_v2, customer_disputes_v1 and reporting_transactions_v1, if nearly everything
 * is optional.
 */
import { z } from 'zod';
import { optionally, readRows, rowsOf, timeSchema } from './read-rows.ts';

const linkSchema = z.object({ href: z.string(), rel: z.string() });
const moneySchema = z.object({ value: z.string(), currency_code: z.string() });

/** A link to another resource. */
export type Link = z.infer<typeof linkSchema>;
export const linksSchema = rowsOf(linkSchema);

const idSchema = z.string().min(1).max(255);

const captureSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    amount: optionally(moneySchema),
    custom_id: optionally(z.string()),
    invoice_id: optionally(z.string()),
    status_details: optionally(z.object({ reason: z.string().max(64) })),
    seller_receivable_breakdown: optionally(z.object({ gross_amount: moneySchema })),
  })
  .transform(({ amount, seller_receivable_breakdown: breakdown, ...capture }, context) => {
    const paid = amount ?? breakdown?.gross_amount;
    if (paid) return { ...capture, amount: paid };
    context.addIssue({ code: 'custom', message: 'no amount' });
    return z.NEVER;
  });

const orderRefundSchema = z
  .object({
    id: idSchema,
    status: z.string(),
    amount: optionally(moneySchema),
    custom_id: optionally(z.string().max(255)),
    status_details: optionally(z.object({ reason: z.string().max(64) })),
    seller_payable_breakdown: optionally(z.object({ gross_amount: moneySchema })),
    links: linksSchema,
  })
  .transform(({ amount, seller_payable_breakdown: breakdown, ...refund }, context) => {
    const refunded = amount ?? breakdown?.gross_amount;
    if (refunded) return { ...refund, amount: refunded };
    context.addIssue({ code: 'custom', message: 'no amount' });
    return z.NEVER;
  });

const nameSchema = z.object({
  given_name: optionally(z.string()),
  surname: optionally(z.string()),
});
const addressSchema = z.object({ country_code: optionally(z.string().length(2)) });
const purchaseUnitSchema = z.object({
  custom_id: optionally(z.string()),
  invoice_id: optionally(z.string()),
  amount: optionally(
    moneySchema.extend({
      breakdown: optionally(z.object({ tax_total: optionally(moneySchema) })),
    }),
  ),
  items: rowsOf(z.object({ sku: optionally(z.string()) })),
  payments: z
    .object({
      // Captures are money: one that can't be read makes the whole answer unclear.
      captures: z.array(captureSchema).default([]),
      refunds: z
        .array(z.unknown())
        .catch([])
        .transform((values) => readRows(values, orderRefundSchema)),
    })
    .nullish(),
});

/** An order: what creating it and asking for it answer. */
export const orderSchema = z.object({
  id: idSchema,
  status: z.string().default(''),
  links: linksSchema,
  /** Who paid; `payer` is its deprecated form. */
  payment_source: optionally(
    z.object({
      paypal: optionally(
        z.object({
          account_id: optionally(z.string()),
          email_address: optionally(z.string()),
          name: optionally(nameSchema),
          address: optionally(addressSchema),
        }),
      ),
    }),
  ),
  payer: optionally(
    z.object({
      payer_id: optionally(z.string()),
      email_address: optionally(z.string()),
      name: optionally(nameSchema),
      address: optionally(addressSchema),
    }),
  ),
  purchase_units: z.array(purchaseUnitSchema).default([]),
});
export type OrderAnswer = z.infer<typeof orderSchema>;

/** A capture by itself; the order that it belongs to. */
export const captureOrderSchema = z.object({
  supplementary_data: optionally(
    z.object({ related_ids: optionally(z.object({ order_id: optionally(idSchema) })) }),
  ),
  links: linksSchema,
});

export const refundSchema = z.object({ id: idSchema, status: z.string() });

/** An entry of the list of transactions. */
export const transactionSchema = z.object({
  transaction_id: optionally(idSchema),
  transaction_event_code: optionally(z.string()),
  transaction_status: optionally(z.string()),
  transaction_initiation_date: optionally(timeSchema),
  transaction_amount: optionally(moneySchema),
  custom_field: optionally(z.string()),
  invoice_id: optionally(z.string()),
  /** The id that the transaction is about: of a refund, its capture. */
  paypal_reference_id: optionally(idSchema),
});
export type TransactionInfo = z.infer<typeof transactionSchema>;

export const transactionPageSchema = z.object({
  transaction_details: z.array(z.unknown()).default([]),
  total_pages: optionally(z.number()),
  links: linksSchema,
});

export const disputePageSchema = z.object({
  items: z.array(z.unknown()).default([]),
  links: linksSchema,
});
export const disputeSummarySchema = z.object({ dispute_id: idSchema });

/** A dispute's facts, in the API and in an event. */
export const disputeFactsSchema = z.object({
  dispute_id: optionally(idSchema),
  status: optionally(z.string()),
  update_time: optionally(timeSchema),
  dispute_amount: optionally(moneySchema),
  dispute_outcome: optionally(
    z.object({ outcome_code: optionally(z.string()), amount_refunded: optionally(moneySchema) }),
  ),
  /** Payments by our id of them, and by what we told PayPal of the order. */
  disputed_transactions: rowsOf(
    z.object({
      seller_transaction_id: optionally(idSchema),
      custom: optionally(z.string().max(2000)),
    }),
  ),
});
export type DisputeFacts = z.infer<typeof disputeFactsSchema>;

const errorSchema = z.object({
  name: z.string(),
  details: rowsOf(z.object({ issue: z.string() })),
});

/** The issues that an error's body names, in its order; none if it is no error of PayPal's. */
export const readIssues = (body: unknown): string[] =>
  (errorSchema.safeParse(body).data?.details ?? []).map(({ issue }) => issue);

/** The error's own name; undefined if it is no error of PayPal's. */
export const readErrorName = (body: unknown): string | undefined =>
  errorSchema.safeParse(body).data?.name;

/** The id at the end of the "up" link: of a refund's capture, for example. */
export const readParentId = (links: readonly Link[]): string | undefined =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
