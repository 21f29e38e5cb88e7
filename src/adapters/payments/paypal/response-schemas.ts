/** The parts of PayPal's answers that we read. Source: its OpenAPI, checkout_orders_v2. */
import { z } from 'zod';

const linkSchema = z.object({ href: z.string(), rel: z.string() });
const moneySchema = z.object({ value: z.string(), currency_code: z.string() });

/** A link to another resource. */
export type Link = z.infer<typeof linkSchema>;
export const linksSchema = z.array(linkSchema);

export const createdOrderSchema = z.object({
  id: z.string(),
  status: z.string(),
  links: linksSchema,
});

const captureSchema = z.object({ id: z.string(), status: z.string(), amount: moneySchema });
const orderRefundSchema = captureSchema.extend({ links: linksSchema.default([]) });

export const orderSchema = z.object({
  id: z.string(),
  status: z.string(),
  payer: z
    .object({ payer_id: z.string().default(''), email_address: z.string().default('') })
    .optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(orderRefundSchema).default([]),
          })
          .optional(),
      }),
    )
    .min(1),
});

export const refundSchema = z.object({ id: z.string(), status: z.string() });

const transactionInfoSchema = z.object({
  transaction_id: z.string(),
  transaction_event_code: z.string(),
  transaction_status: z.string(),
  transaction_initiation_date: z.string(),
  transaction_amount: moneySchema,
  custom_field: z.string().optional(),
  invoice_id: z.string().optional(),
  /** What the transaction is about: of a refund, its capture. */
  paypal_reference_id: z.string().optional(),
});
export type TransactionInfo = z.infer<typeof transactionInfoSchema>;

export const transactionsSchema = z.object({
  transaction_details: z.array(z.object({ transaction_info: transactionInfoSchema })).default([]),
  total_pages: z.number().default(1),
});

/** Source: PayPal's OpenAPI, customer_disputes_v1. */
export const disputeListSchema = z.object({
  items: z.array(z.object({ dispute_id: z.string().max(255) })).default([]),
});
export const disputeSchema = z.object({
  status: z.string(),
  update_time: z.iso.datetime({ offset: true }),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string() })).default([]),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
});

const errorSchema = z.object({
  name: z.string(),
  details: z.array(z.object({ issue: z.string() })).default([]),
});

/** The issues that an error's body names, in its order; none where it is no error of PayPal's. */
export const readIssues = (body: unknown): string[] =>
  (errorSchema.safeParse(body).data?.details ?? []).map(({ issue }) => issue);

/** The error's own name; undefined where it is no error of PayPal's. */
export const readErrorName = (body: unknown): string | undefined =>
  errorSchema.safeParse(body).data?.name;

/** The id at the end of the "up" link: of a refund's capture, for example. */
export const readParentId = (links: readonly Link[]): string | undefined =>
  links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
