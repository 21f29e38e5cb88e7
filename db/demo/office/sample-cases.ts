/** Orders that did not go as most do: what staff of a store meet within half a year. */
import { takeSample, type OfficeApp } from './office-app.ts';
import { listSeatTokens } from './office.store.ts';
import {
  buySample,
  deliver,
  placeSample,
  returnFromProvider,
  type Sale,
  type SampleCheckout,
  type SampleEvent,
} from './sample-checkout.ts';
import type { PlannedPayment } from './sample-payments.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Cases = {
  readonly office: OfficeApp;
  readonly sale: (index: number) => Sale;
  /** The time so many days before now. */
  readonly daysAgo: (days: number) => Date;
};

/**
 * Plans the orders that need a person now, and those that ended in another way than with a
 * delivery.
 */
export function planSampleCases(
  office: OfficeApp,
  codes: readonly string[],
  countryId: Sale['countryId'],
  now: Date,
): SampleEvent[] {
  const cases: Cases = {
    office,
    sale: (index) => ({ code: codes[index % codes.length] ?? '', countryId }),
    daysAgo: (days) => new Date(now.getTime() - days * dayMs),
  };
  return [
    ...planUnclearPayments(cases),
    ...planDisputes(cases),
    ...planSecondPayment(cases),
    ...planUnpaid(cases),
    ...planChangedOrders(cases),
    ...planSeats(cases),
  ];
}

/** A payment that differs, one in review, and one that nobody answered for. */
const planUnclearPayments = ({ office, sale, daysAgo }: Cases): SampleEvent[] =>
  (
    [
      [6, 'differs'],
      [2, 'in-review'],
      [8, 'no-answer'],
    ] satisfies [number, PlannedPayment][]
  ).map(([days, planned], index) => ({
    at: daysAgo(days),
    happen: async () => {
      const checkout = await placeSample(office, sale(index), {
        type: 'single-user',
        method: 'card',
      });
      office.payments.planNext(planned);
      const { providerId, browser } = checkout;
      await office.app.orders.checkoutReturn.completeCheckout(providerId, browser);
    },
  }));

/** A dispute that is open, one that the store won, and one that it lost. */
function planDisputes({ office, sale, daysAgo }: Cases): SampleEvent[] {
  const dispute = (ageDays: number, index: number, end?: 'won' | 'lost'): SampleEvent[] => {
    let order: SampleCheckout | undefined;
    const tell = async (state: 'opened' | 'lost' | 'ended') => {
      if (order) await tellOfDispute(office, order, state);
    };
    const opened = ageDays - 9;
    return [
      {
        at: daysAgo(ageDays),
        happen: async () => void (order = await buySample(office, sale(index))),
      },
      { at: daysAgo(opened), happen: () => tell('opened') },
      ...(end
        ? [
            {
              at: daysAgo(opened - 5),
              happen: async () => {
                if (end === 'lost' && order) office.payments.refundWhole(order.providerId);
                await tell(end === 'won' ? 'ended' : 'lost');
              },
            },
          ]
        : []),
    ];
  };
  return [...dispute(12, 3), ...dispute(47, 4, 'won'), ...dispute(70, 5, 'lost')];
}

/** A webhook about the newest payment of the order, and what follows from it. */
async function tellOfPayment({ app, deps }: OfficeApp, webhook: object): Promise<void> {
  const eventId = `SAMPLE-${deps.generateSecret().slice(0, 20)}`;
  const body = new TextEncoder().encode(JSON.stringify({ eventId, ...webhook }));
  takeSample(await app.orders.webhooks.receiveWebhook(body, {}));
  await app.orders.jobs['orders.handleWebhook']({ id: eventId });
}

const tellOfDispute = (
  office: OfficeApp,
  { providerId }: SampleCheckout,
  dispute: 'opened' | 'lost' | 'ended',
): Promise<void> =>
  tellOfPayment(office, {
    type: dispute === 'opened' ? 'CUSTOMER.DISPUTE.CREATED' : 'CUSTOMER.DISPUTE.RESOLVED',
    payments: [{ captureId: `${providerId}C` }],
    dispute: { kind: dispute },
    disputeId: `PP-D-${providerId}`,
  });

/** A buyer paid twice, and the second payment could not be given back by itself. */
function planSecondPayment({ office, sale, daysAgo }: Cases): SampleEvent[] {
  const choice = { type: 'single-user', method: 'card' } as const;
  let first: SampleCheckout | undefined;
  return [
    {
      at: daysAgo(9),
      happen: async () => void (first = await placeSample(office, sale(6), choice)),
    },
    {
      at: new Date(daysAgo(9).getTime() + 4 * hourMs),
      happen: async () => {
        if (!first) return;
        const second = await placeSample(office, sale(6), choice, first);
        await returnFromProvider(office, first);
        await deliver(office, first.number);
        office.payments.payUnseen(second.providerId);
        office.payments.refuseNextRefund();
        const type = 'CHECKOUT.ORDER.COMPLETED';
        await tellOfPayment(office, { type, orderId: second.providerId });
      },
    },
  ];
}

/** Buyers who went away, one of them an hour ago, and transfers that never came. */
function planUnpaid({ office, sale, daysAgo }: Cases): SampleEvent[] {
  const { orders } = office.app;
  const abandon = (days: number, index: number): SampleEvent[] => {
    let order: SampleCheckout | undefined;
    const choice = { type: 'single-user', method: 'card' } as const;
    return [
      {
        at: daysAgo(days),
        happen: async () => void (order = await placeSample(office, sale(index), choice)),
      },
      {
        at: new Date(daysAgo(days).getTime() + 4 * hourMs),
        happen: async () => {
          if (order) office.payments.abandon(order.providerId);
          await orders.jobs['orders.reconcile']();
        },
      },
    ];
  };
  const transfer = (days: number, index: number): SampleEvent => ({
    at: daysAgo(days),
    happen: async () => {
      const choice = { type: 'corporate-user', method: 'bank' } as const;
      const { number } = await placeSample(office, sale(index), choice);
      // Some tell the store that they have changed their mind.
      if (days < 60)
        takeSample(await orders.bankTransfers.cancelTransfer(office.getActor('finance'), number));
    },
  });
  return [
    ...abandon(33, 7),
    // Later ones would ask about the payment without an answer, too.
    ...abandon(12, 8),
    {
      at: daysAgo(0.04),
      happen: async () =>
        void (await placeSample(office, sale(9), { type: 'single-user', method: 'card' })),
    },
    transfer(100, 10),
    transfer(40, 11),
  ];
}

/** An invoice that was corrected, and an order that moved to another address. */
const planChangedOrders = ({ office, sale, daysAgo }: Cases): SampleEvent[] => [
  {
    at: daysAgo(18),
    happen: async () => {
      const { number, person } = await buySample(office, sale(12));
      const finance = office.getActor('finance');
      takeSample(
        await office.app.orders.staff.corrections.correctInvoice(finance, number, {
          name: person.name,
          company: person.company,
          address: '2 Sample Street\n00000 Sampleton',
          tax_id: 'SAMPLE-0000',
          reason: 'The buyer moved to another building (sample)',
        }),
      );
    },
  },
  {
    at: daysAgo(27),
    happen: async () => {
      const { number, person } = await buySample(office, sale(13));
      const email = `new-desk.${person.email}`;
      takeSample(
        await office.app.orders.emailChange.changeOrderEmail(
          office.getActor('finance'),
          number,
          email,
        ),
      );
    },
  },
];

/** A licence for several readers: one has accepted, one has not; and the buyer wanted more later. */
const planSeats = ({ office, sale, daysAgo }: Cases): SampleEvent[] => [
  {
    at: daysAgo(22),
    happen: async () => {
      const { orders } = office.app;
      const { number, browser, person } = await buySample(office, sale(14), 'multiple-user');
      const domain = person.email.split('@')[1] ?? 'sample.example';
      for (const name of ['Noor (sample)', 'Emil (sample)']) {
        const email = `${name.split(' ')[0]?.toLowerCase()}@${domain}`;
        takeSample(await orders.own.inviteToSeat(number, { browser }, { name, email }));
      }
      const [token] = await listSeatTokens(office.deps, number);
      if (token) await orders.seats.acceptSeat(token);
      const upgrade = takeSample(
        await orders.own.placeUpgrade(number, { browser }, 'corporate-user'),
      );
      await returnFromProvider(office, { ...upgrade, browser, person });
      await deliver(office, upgrade.number);
    },
  },
];
