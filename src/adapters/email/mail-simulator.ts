/** The local counterpart of a mail server: takes letters over SMTP, keeps them as .eml files and shows them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { inboxPage, emailPage } from './mail-simulator-inbox.ts';

export type MailSimulator = {
  readonly smtpUrl: string;
  readonly inboxUrl: string;
  close(): Promise<void>;
};

/** Both servers listen on the loopback address; `port` is the inbox's, SMTP takes a free one. A letter is on disk before it is acknowledged. */
export async function startMailSimulator(options: {
  port: number;
  folder: string;
}): Promise<MailSimulator> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  let receivedCount = readdirSync(folder).length;
  const smtpServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 30 * 1024 * 1024,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const name = `${String(++receivedCount).padStart(6, '0')}-${crypto.randomUUID().slice(0, 8)}.eml`;
        try {
          writeFileSync(path.join(folder, name), Buffer.concat(parts), { flush: true });
          done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  await new Promise<void>((resolve) => smtpServer.listen(0, '127.0.0.1', resolve));
  const inboxServer = http.createServer((req, res) => void serveInbox(folder, req.url ?? '/', res));
  await new Promise<void>((resolve, reject) =>
    inboxServer.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  return {
    smtpUrl: `smtp://127.0.0.1:${(smtpServer.server.address() as AddressInfo).port}?ignoreTLS=true`,
    inboxUrl: `http://localhost:${(inboxServer.address() as AddressInfo).port}`,
    close: async () => {
      inboxServer.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => inboxServer.close(resolve)),
        new Promise<void>((resolve) => smtpServer.close(resolve)),
      ]);
    },
  };
}

async function serveInbox(folder: string, url: string, res: http.ServerResponse): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  const parseEmails = (some: string[]) =>
    Promise.all(
      some.map(async (name) => ({
        name,
        ...(await PostalMime.parse(readFileSync(path.join(folder, name)))),
      })),
    );
  const requestedName = decodeURIComponent(url.slice(1));
  if (url === '/letters.json') {
    const all = await parseEmails(names.slice(0, 100));
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify(
        all.map(({ name, to, subject, text, html, messageId }) => ({
          name,
          to,
          subject,
          text,
          html,
          messageId,
        })),
      ),
    );
  } else if (names.includes(requestedName)) {
    const [email] = await parseEmails([requestedName]);
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    });
    res.end(email ? emailPage(email) : '');
  } else if (url === '/') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(inboxPage(await parseEmails(names.slice(0, 50))));
  } else {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such letter.\n');
  }
}
