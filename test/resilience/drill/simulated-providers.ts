import path from 'node:path';
import { startMailSimulator } from '#simulators/mail/index.ts';
import { startLoopbackServer, type LoopbackRequest } from '#simulators/loopback-server.ts';
import { startPaypalSimulator } from '#simulators/paypal/index.ts';
import { readMessageIds } from '../../support/emails.ts';
import { startFaultyProxy, type FaultyProxy } from '../../support/faulty-proxy.ts';
import { callPaypalControl, getPaypalLedger, type PaypalLedger } from '../../support/paypal.ts';
import type { Closers } from '#src/boot/closers.ts';
import { ForeignProgram } from './foreign-program.ts';

/** A payment provider and a mail server that outlive the store, each behind a faulty proxy. */
export type SimulatedProviders = {
  readonly paypalProxy: FaultyProxy;
  readonly mailProxy: FaultyProxy;
  /** The settings that lead the program through the proxies. */
  readonly env: Readonly<Record<string, string>>;
  /** The charges of the store; those of foreign programs are left out. */
  readonly getPaypalCharges: () => Promise<PaypalLedger['charges']>;
  /** The account itself, past the proxy: what another program on it uses. */
  readonly foreignProgram: ForeignProgram;
  readonly listMessageIds: () => readonly string[];
  /** From now on webhooks are delivered, or all lost. */
  readonly setWebhooks: (mode: 'normal' | 'drop') => Promise<void>;
};

/** Starts both; webhooks go to the store by `request`. Everything is closed by `closers`. */
export async function startSimulatedProviders(
  folder: string,
  request: (path: string, init: RequestInit) => Promise<Response>,
  closers: Closers,
): Promise<SimulatedProviders> {
  let paypalPort = 0;
  const paypalProxy = await startFaultyProxy(() => ({ port: paypalPort, host: '127.0.0.1' }));
  closers.add(paypalProxy.close);
  const paypalOrigin = `http://localhost:${paypalProxy.port}`;
  const relay = await startWebhookRelay(paypalOrigin, request);
  closers.add(relay.close);
  const paypal = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder, 'local-paypal.jsonl'),
    webhookUrl: `http://127.0.0.1:${relay.port}`,
  });
  closers.add(paypal.close);
  paypalPort = Number(new URL(paypal.origin).port);
  const foreignProgram = new ForeignProgram(paypal.origin);
  const mailFolder = path.join(folder, 'mail');
  const mail = await startMailSimulator({ port: 0, folder: mailFolder });
  closers.add(mail.close);
  const smtpUrl = new URL(mail.smtpUrl);
  const target = { port: Number(smtpUrl.port), host: smtpUrl.hostname };
  const mailProxy = await startFaultyProxy(() => target);
  closers.add(mailProxy.close);
  smtpUrl.port = String(mailProxy.port);
  return {
    paypalProxy,
    mailProxy,
    env: {
      PAYPAL_BASE_URL: paypalOrigin,
      PAYPAL_CLIENT_ID: 'local',
      PAYPAL_SECRET: 'local',
      PAYPAL_WEBHOOK_ID: paypal.webhookId,
      SMTP_URL: smtpUrl.href,
    },
    getPaypalCharges: async () =>
      (await getPaypalLedger(paypal.origin)).charges.filter(
        ({ custom_id: customId }) => !foreignProgram.customIds.has(customId),
      ),
    foreignProgram,
    listMessageIds: () => readMessageIds(mailFolder),
    setWebhooks: async (mode) =>
      void (await callPaypalControl(paypal.origin, 'webhooks', { mode })),
  };
}

/** Passes webhooks on to a living program; their certificates are fetched through the proxy. */
function startWebhookRelay(
  paypalOrigin: string,
  request: (path: string, init: RequestInit) => Promise<Response>,
): ReturnType<typeof startLoopbackServer> {
  const relay = async ({ req, body }: LoopbackRequest): Promise<number> => {
    const headers = new Headers({ 'content-type': 'application/json' });
    for (const [name, value] of Object.entries(req.headers))
      if (name.startsWith('paypal-')) headers.set(name, String(value));
    const certificate = new URL(headers.get('paypal-cert-url') ?? '');
    headers.set('paypal-cert-url', paypalOrigin + certificate.pathname);
    return (await request('/webhooks/paypal', { method: 'POST', headers, body })).status;
  };
  return startLoopbackServer({
    port: 0,
    handle: async (received) => {
      const status = await relay(received).catch(() => 503);
      received.res.writeHead(status).end();
    },
  });
}
