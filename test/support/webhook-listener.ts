import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedWebhook = {
  readonly rawBody: Uint8Array;
  readonly headers: Record<string, string>;
};

export type WebhookListener = { readonly url: string; readonly close: () => void };

/** Listens for webhooks and answers each with 200 after `onWebhook` has handled it. */
export async function startWebhookListener(
  onWebhook: (webhook: ReceivedWebhook) => void | Promise<void>,
): Promise<WebhookListener> {
  const receive = async (req: http.IncomingMessage, res: http.ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part as Buffer);
    await onWebhook({
      rawBody: Buffer.concat(parts),
      headers: req.headers as Record<string, string>,
    });
    res.writeHead(200).end();
  };
  const server = http.createServer((req, res) => void receive(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
