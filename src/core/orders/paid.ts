import type { Licence } from '../catalogue/licence.model.ts';
import type { World } from '../world.ts';
import { upgrades } from './after.ts';
import type { Asked } from './asked.ts';
import { isBuyers, type Proof } from './delivery.ts';
import { fileOf, type OrderFile } from './grants.ts';
import { joinUrl } from './join.ts';
import { delivered, masked, transferBy, type OrderState } from './model.ts';
import { papersOf, type Paper } from './papers.ts';
import { seatsLeft, seatsOf, type Seat } from './seats.ts';
import { purchaseOf } from './store.ts';

/** The provider's answer to a capture, as pages and the wire show it. */
export type Payment = {
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

export type PaidOrder = {
  readonly number: string;
  readonly state: OrderState;
  readonly reportId: number;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly email: string;
  readonly price: number;
  /** Cents that went back so far. */
  readonly refunded: number;
  /** Until when a transfer is awaited, ISO. */
  readonly transferBy: string | undefined;
  readonly method: 'card' | 'bank';
  readonly paidAt: string | undefined;
  /** None while a transfer is awaited. */
  readonly payment: Payment;
  /** True for its buyer: he alone is shown what follows. */
  readonly own: boolean;
  readonly files: readonly OrderFile[];
  readonly papers: readonly Paper[];
  readonly certificate: string | null;
  /** Names the text of the terms that were accepted; null for orders from before it was kept. */
  readonly termsHash: string | null;
  readonly seats: readonly Seat[];
  readonly seatsLeft: number;
  /** Where colleagues take seats of a corporate licence by themselves. */
  readonly joinUrl: string | undefined;
  /** The order that this one enlarged, and those that enlarged it. */
  readonly before: string | undefined;
  readonly after: readonly string[];
  /** Larger licences for the difference, on the order that nothing has enlarged yet. */
  readonly upgrades: readonly { readonly licence: Licence; readonly cents: number }[];
};

export type Finished =
  | { readonly state: 'paid' | 'closed'; readonly order: PaidOrder }
  | { readonly state: 'checking' | 'review' };

const nothing: Payment = {
  id: '',
  status: '',
  purchase_units: [
    { payments: { captures: [{ id: '', amount: { value: '', currency_code: '' } }] } },
  ],
  payer: { payer_id: null, email_address: null },
};

/** An order as its page shows it: whole for its buyer, masked and without files for everybody else. */
export async function paidOrder(
  world: World,
  asked: Asked,
  id: number,
  buyer: Pick<Proof, 'browser' | 'customer'>,
): Promise<PaidOrder> {
  const order = await purchaseOf(world.db, id);
  const own = isBuyers(order, buyer);
  const has = own && delivered.includes(order.state as OrderState);
  const grants = has
    ? await world.db
        .selectFrom('deliveryGrant')
        .selectAll()
        .where('purchaseId', '=', id)
        .where('seatId', 'is', null)
        .where('suspended', '=', false)
        .orderBy('kind')
        .execute()
    : [];
  const seats = has ? await seatsOf(world, order) : [];
  const kin = own
    ? await world.db
        .selectFrom('purchase')
        .select(['id', 'number'])
        .where('state', 'in', [...delivered])
        .where((eb) => eb.or([eb('id', '=', order.upgradeOf ?? 0), eb('upgradeOf', '=', id)]))
        .orderBy('id')
        .execute()
    : [];
  const after = kin.flatMap((one) => (one.id === order.upgradeOf ? [] : [String(one.number)]));
  const payment = (order.payment as unknown as Payment | null) ?? nothing;
  const { email_address } = payment.payer;
  return {
    number: String(order.number),
    state: order.state as OrderState,
    reportId: order.reportId,
    reportCode: order.reportCode,
    reportTitle: order.reportTitle,
    licence: order.licence as Licence,
    rights: order.rights,
    price: order.priceCents,
    refunded: order.refundedCents,
    own,
    method: order.method === 'bank' ? 'bank' : 'card',
    paidAt: order.paidAt?.toISOString(),
    transferBy:
      order.state === 'awaiting-transfer' ? transferBy(order.placedAt).toISOString() : undefined,
    email: own ? order.email : masked(order.email),
    payment: own
      ? payment
      : {
          ...payment,
          payer: {
            payer_id: null,
            email_address: email_address === null ? null : masked(email_address),
          },
        },
    files: grants.map((grant) => fileOf(grant, world.clock())),
    papers: own ? ((await papersOf(world, [id])).get(id) ?? []) : [],
    certificate: has ? order.certificate : null,
    termsHash: own ? order.termsHash : null,
    seats,
    seatsLeft: has ? seatsLeft(world, order, seats.length) : 0,
    joinUrl: has ? joinUrl(world, order) : undefined,
    upgrades: has && after.length === 0 ? await upgrades(world, asked, order) : [],
    before: kin.find((one) => one.id === order.upgradeOf)?.number ?? undefined,
    after,
  };
}
