import net from 'node:net';
import { toDecimalString } from '#core/kernel/money.model.ts';
import { billing } from '../support/billing.ts';
import { createCaptchaToken } from '../support/captcha.ts';
import { listEmailsTo, type ReceivedEmail } from '../support/emails.ts';
import { approvePayment, getPaypalLedger } from '../support/paypal.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

/** A client with cookies of its own. */
export type AttackerSession = {
  readonly cookieHeader: string;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts a form as a page of the store does. */
  readonly postForm: (path: string, form: Record<string, string>) => Promise<Response>;
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
  /** Dollars, as the API writes them. */
  readonly prices: {
    readonly single: string;
    readonly multiple: string;
    readonly dataSheet: string;
  };
  readonly openSession: (cookie?: string) => AttackerSession;
  /** A session of the buyer whose secret is this character, 64 times. */
  readonly openBuyerSession: (character: string) => AttackerSession;
  /** Sends the checkout form of the report; `changes` replace its fields. */
  readonly submitCheckout: (
    session: AttackerSession,
    changes?: Record<string, string>,
  ) => Promise<Response>;
  /** Buys the report and waits for its delivery. */
  readonly buyReport: (
    session: AttackerSession,
    changes?: Record<string, string>,
  ) => Promise<BoughtOrder>;
  /** Registers a customer, password "correct horse", and logs in; the email is not confirmed. */
  readonly createCustomer: (email: string) => Promise<AttackerSession>;
  /** Sends bytes as they are over a connection of its own; answers what came back. */
  readonly sendRawHttp: (bytes: string | Buffer) => Promise<string>;
  /** The token of a captcha that somebody solved for the attacker. */
  readonly createCaptchaToken: () => Promise<string>;
  readonly listEmailsTo: (to: string) => Promise<ReceivedEmail[]>;
  /** Number of orders that PayPal was asked to create. */
  readonly countProviderOrders: () => Promise<number>;
  readonly close: () => Promise<void>;
};

type AttackerOptions = Parameters<typeof startTestServer>[0];

/** A running store, and what an attacker needs. */
export async function openAttacker(options?: AttackerOptions): Promise<Attacker> {
  const server = await startTestServer(options);
  const [report] = (await server.app.catalogue.reports.list(1)).items;
  if (!report) throw new Error('the demo has no report');
  const openSession: Attacker['openSession'] = (cookie = '') => createSession(server.url, cookie);
  const submitCheckout: Attacker['submitCheckout'] = (session, changes = {}) =>
    session.postForm(`/buy-now?id=${report.code}&type=single-user`, {
      ...billing,
      report_id: report.code,
      type: 'single-user',
      ...changes,
    });
  return {
    server,
    reportCode: report.code,
    prices: {
      single: toDecimalString(Number(report.prices.single), 'USD'),
      multiple: toDecimalString(Number(report.prices.multiple), 'USD'),
      dataSheet: toDecimalString(Number(report.prices.dataSheet), 'USD'),
    },
    openSession,
    openBuyerSession: (character) => openSession(`buyer=${character.repeat(64)}`),
    submitCheckout,
    buyReport: async (session, changes = {}) =>
      completeCheckout(server, session, await submitCheckout(session, changes)),
    createCustomer: async (email) => {
      const password = 'correct horse';
      await openSession().postForm('/signup', {
        name: 'Ada',
        email,
        mobile_no: '+39 02 0000',
        address: 'Via 1',
        password,
      });
      const response = await openSession().postForm('/login', { email, password });
      const cookies = response.headers.get('set-cookie') ?? '';
      return openSession(/session=[0-9a-f]{64}/.exec(cookies)?.[0]);
    },
    sendRawHttp: (bytes) => sendRawHttp(Number(new URL(server.url).port), bytes),
    createCaptchaToken: () => createCaptchaToken(server.captchaUrl),
    listEmailsTo: (to) => listEmailsTo(server.mailboxUrl, to),
    countProviderOrders: async () => (await getPaypalLedger(server.paypalUrl)).orders,
    close: server.close,
  };
}

function createSession(serverUrl: string, cookieHeader: string): AttackerSession {
  const request: AttackerSession['request'] = (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (cookieHeader) headers.set('cookie', cookieHeader);
    return fetch(serverUrl + path, { redirect: 'manual', ...init, headers });
  };
  return {
    cookieHeader,
    request,
    postForm: (path, form) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { origin: serverUrl },
      }),
  };
}

async function completeCheckout(
  server: TestServer,
  session: AttackerSession,
  placed: Response,
): Promise<BoughtOrder> {
  const approvalUrl = placed.headers.get('location') ?? '';
  await approvePayment(approvalUrl);
  const providerId = new URL(approvalUrl).searchParams.get('token') ?? '';
  const returned = await session.request(`/payment-success?token=${providerId}`);
  const pagePath = returned.headers.get('location') ?? '';
  const number = new URLSearchParams(pagePath.split('?')[1]).get('order') ?? '';
  await waitUntil(`order ${number} is delivered`, async () => {
    const { state } = await server.db
      .selectFrom('purchase')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return state === 'fulfilled';
  });
  const page = await (await session.request(pagePath)).text();
  const downloadPaths = [...page.matchAll(/href="(\/download\/[0-9a-f]{32})"/g)].map(
    ([, downloadPath]) => String(downloadPath),
  );
  return { number, providerId, pagePath, downloadPaths };
}

/** Longest silence of a server that neither answers wholly nor closes the connection. */
const maxSilenceMs = 30_000;

/** True if the text is a response with all the bytes that its Content-Length promises. */
function isCompleteResponse(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  const length = /^content-length: *(\d+)/im.exec(text.slice(0, Math.max(headEnd, 0)))?.[1];
  return length !== undefined && text.length - headEnd - 4 >= Number(length);
}

function sendRawHttp(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    let received = '';
    const end = (): void => {
      socket.destroy();
      resolve(received);
    };
    socket.setTimeout(maxSilenceMs, end);
    socket.on('data', (part) => {
      received += part.toString('latin1');
      if (isCompleteResponse(received)) end();
    });
    socket.on('error', () => {});
    socket.on('close', end);
    socket.write(bytes);
  });
}

/** A raw request without a body that asks for the connection to be closed. */
export const rawGet = (target: string, ...headers: string[]): string =>
  rawRequest([`GET ${target} HTTP/1.1`, 'Host: localhost', ...headers, 'Connection: close']);

/** A raw request of these header lines, and a body. */
export const rawRequest = (lines: readonly string[], body = ''): string =>
  `${lines.join('\r\n')}\r\n\r\n${body}`;

/** The status of a raw response; 0 if none came. */
export const parseStatus = (response: string): number => Number(response.slice(9, 12)) || 0;
