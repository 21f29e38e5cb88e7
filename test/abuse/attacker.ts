import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { decimal } from '#core/kernel/cents.ts';
import { openStore, type TestStore } from '../support/store.ts';

export const billing = {
  name: 'Ada Example',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
};

/** Somebody with cookies of his own. */
export type Visitor = {
  readonly cookie: string;
  ask(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, form: Record<string, string>): Promise<Response>;
};
export type BoughtOrder = {
  readonly number: string;
  readonly providerId: string;
  readonly page: string;
  readonly downloads: readonly string[];
};

export type Attack = {
  readonly store: TestStore;
  readonly code: string;
  /** Dollars, as the contract writes them. */
  readonly prices: {
    readonly single: string;
    readonly multiple: string;
    readonly dataSheet: string;
  };
  visitor(cookie?: string): Visitor;
  /** A browser's secret, made of one letter. */
  buyer(letter: string): Visitor;
  /** Buys with a visitor's browser and waits for the delivery. */
  buy(who: Visitor, more?: Record<string, string>): Promise<BoughtOrder>;
  /** An account with a session, its address not confirmed. */
  customer(email: string): Promise<Visitor>;
  /** Bytes as they are, over a connection of their own; what came back until it closed or fell silent. */
  raw(text: string | Buffer): Promise<string>;
  letters(
    to: string,
  ): Promise<{ subject: string; text: string; html: string; to: { address: string }[] }[]>;
  /** Orders that the provider was asked to create. */
  providerOrders(): Promise<number>;
  close(): Promise<void>;
};

/** A running store, and everything that somebody needs who means it ill. */
export async function openAttack(): Promise<Attack> {
  const store = await openStore();
  const [report] = (await store.shop.catalogue.list(1)).items;
  if (!report) throw new Error('the demo has no report');
  const { port } = new URL(store.url);
  const visitor = (cookie = ''): Visitor => {
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(store.url + path, {
        redirect: 'manual',
        ...init,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(init.headers as Record<string, string> | undefined),
        },
      });
    return {
      cookie,
      ask,
      post: (path, form) =>
        ask(path, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { origin: store.url },
        }),
    };
  };
  const letters: Attack['letters'] = async (to) => {
    const all = (await (await fetch(`${store.inbox}/letters.json`)).json()) as Awaited<
      ReturnType<Attack['letters']>
    >;
    return all.filter((one) =>
      one.to.some(({ address }) => address.toLowerCase() === to.toLowerCase()),
    );
  };
  return {
    store,
    code: report.code,
    visitor,
    letters,
    prices: {
      single: decimal(report.prices.single),
      multiple: decimal(report.prices.multiple),
      dataSheet: decimal(report.prices.dataSheet),
    },
    buyer: (letter) => visitor(`buyer=${letter.repeat(64)}`),
    buy: async (who, more = {}) => {
      const placed = await who.post(`/buy-now?id=${report.code}&type=single-user`, {
        ...billing,
        email: 'ada@company.example',
        report_id: report.code,
        type: 'single-user',
        ...more,
      });
      const approval = placed.headers.get('location') ?? '';
      await fetch(approval, {
        method: 'POST',
        body: new URLSearchParams({ choice: 'pay' }),
        redirect: 'manual',
      });
      const providerId = new URL(approval).searchParams.get('token') ?? '';
      const page =
        (await who.ask(`/payment-success?token=${providerId}`)).headers.get('location') ?? '';
      const number = new URLSearchParams(page.split('?')[1]).get('order') ?? '';
      for (let i = 0; i < 100; i++) {
        const { state } = await store.db
          .selectFrom('purchase')
          .select('state')
          .where('number', '=', number)
          .executeTakeFirstOrThrow();
        if (state === 'fulfilled') break;
        await sleep(100);
      }
      const downloads = [
        ...(await (await who.ask(page)).text()).matchAll(/href="(\/download\/[0-9a-f]{32})"/g),
      ].map((found) => String(found[1]));
      return { number, providerId, page, downloads };
    },
    customer: async (email) => {
      await visitor().post('/signup', {
        name: 'Ada',
        email,
        mobile_no: '+39 02 0000',
        address: 'Via 1',
        password: 'correct horse',
      });
      const answer = await visitor().post('/login', { email, password: 'correct horse' });
      return visitor(/session=[0-9a-f]{64}/.exec(answer.headers.get('set-cookie') ?? '')?.[0]);
    },
    raw: (text) =>
      new Promise((resolve) => {
        const socket = net.connect(Number(port), '127.0.0.1');
        let said = '';
        const end = (): void => {
          socket.destroy();
          resolve(said);
        };
        socket.setTimeout(1500, end);
        socket.on('data', (part) => (said += part.toString('latin1')));
        socket.on('error', () => {});
        socket.on('close', end);
        socket.write(text);
      }),
    providerOrders: async () =>
      ((await (await fetch(`${store.paypal}/__sim/ledger`)).json()) as { orders: number }).orders,
    close: store.close,
  };
}
