import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

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
export type AttackerSession = {
  readonly cookieHeader: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  postForm(path: string, form: Record<string, string>): Promise<Response>;
};
export type BoughtOrder = {
  readonly number: string;
  readonly providerId: string;
  readonly pagePath: string;
  readonly downloadPaths: readonly string[];
};

export type Attacker = {
  readonly server: TestServer;
  readonly reportCode: string;
  /** Dollars, as the contract writes them. */
  readonly prices: {
    readonly single: string;
    readonly multiple: string;
    readonly dataSheet: string;
  };
  openSession(cookie?: string): AttackerSession;
  /** A browser's secret, made of one letter. */
  openBuyerSession(letter: string): AttackerSession;
  /** Buys with a visitor's browser and waits for the delivery. */
  buyReport(who: AttackerSession, more?: Record<string, string>): Promise<BoughtOrder>;
  /** An account with a session, its address not confirmed. */
  createCustomer(email: string): Promise<AttackerSession>;
  /** Bytes as they are, over a connection of their own; what came back until it closed or fell silent. */
  sendRawHttp(text: string | Buffer): Promise<string>;
  listEmailsTo(
    to: string,
  ): Promise<{ subject: string; text: string; html: string; to: { address: string }[] }[]>;
  /** Orders that the provider was asked to create. */
  countProviderOrders(): Promise<number>;
  close(): Promise<void>;
};

/** A running store, and everything that somebody needs who means it ill. */
export async function openAttacker(): Promise<Attacker> {
  const server = await startTestServer();
  const [report] = (await server.app.catalogue.listReports(1)).items;
  if (!report) throw new Error('the demo has no report');
  const { port } = new URL(server.url);
  const openSession = (cookieHeader = ''): AttackerSession => {
    const request = (path: string, init: RequestInit = {}) =>
      fetch(server.url + path, {
        redirect: 'manual',
        ...init,
        headers: {
          ...(cookieHeader ? { cookie: cookieHeader } : {}),
          ...(init.headers as Record<string, string> | undefined),
        },
      });
    return {
      cookieHeader,
      request,
      postForm: (path, form) =>
        request(path, {
          method: 'POST',
          body: new URLSearchParams(form),
          headers: { origin: server.url },
        }),
    };
  };
  const listEmailsTo: Attacker['listEmailsTo'] = async (to) => {
    const all = (await (await fetch(`${server.mailboxUrl}/letters.json`)).json()) as Awaited<
      ReturnType<Attacker['listEmailsTo']>
    >;
    return all.filter((one) =>
      one.to.some(({ address }) => address.toLowerCase() === to.toLowerCase()),
    );
  };
  return {
    server,
    reportCode: report.code,
    openSession,
    listEmailsTo,
    prices: {
      single: toDecimalString(report.prices.single),
      multiple: toDecimalString(report.prices.multiple),
      dataSheet: toDecimalString(report.prices.dataSheet),
    },
    openBuyerSession: (letter) => openSession(`buyer=${letter.repeat(64)}`),
    buyReport: async (who, more = {}) => {
      const placed = await who.postForm(`/buy-now?id=${report.code}&type=single-user`, {
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
      const pagePath =
        (await who.request(`/payment-success?token=${providerId}`)).headers.get('location') ?? '';
      const number = new URLSearchParams(pagePath.split('?')[1]).get('order') ?? '';
      for (let i = 0; i < 100; i++) {
        const { state } = await server.db
          .selectFrom('purchase')
          .select('state')
          .where('number', '=', number)
          .executeTakeFirstOrThrow();
        if (state === 'fulfilled') break;
        await sleep(100);
      }
      const downloadPaths = [
        ...(await (await who.request(pagePath)).text()).matchAll(
          /href="(\/download\/[0-9a-f]{32})"/g,
        ),
      ].map((found) => String(found[1]));
      return { number, providerId, pagePath, downloadPaths };
    },
    createCustomer: async (email) => {
      await openSession().postForm('/signup', {
        name: 'Ada',
        email,
        mobile_no: '+39 02 0000',
        address: 'Via 1',
        password: 'correct horse',
      });
      const answer = await openSession().postForm('/login', { email, password: 'correct horse' });
      return openSession(/session=[0-9a-f]{64}/.exec(answer.headers.get('set-cookie') ?? '')?.[0]);
    },
    sendRawHttp: (text) =>
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
    countProviderOrders: async () =>
      ((await (await fetch(`${server.paypalUrl}/__sim/ledger`)).json()) as { orders: number })
        .orders,
    close: server.close,
  };
}
