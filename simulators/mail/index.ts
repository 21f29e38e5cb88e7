/** A local mail server: accepts emails over SMTP, keeps them as .eml files and shows them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { MalformedRequest, startLoopbackServer } from '../loopback-server.ts';
import { emailPage, inboxPage, type StoredEmail } from './inbox.ts';

export type MailSimulator = {
  readonly smtpUrl: string;
  readonly inboxUrl: string;
  readonly close: () => Promise<void>;
};

/**
 * Starts an SMTP server on any free port and the inbox on `port`, both on the loopback address. An
 * email is on disk before it is acknowledged.
 */
export async function startMailSimulator(options: {
  readonly port: number;
  readonly folder: string;
  /** Hears of the simulator's own faults, which do not end it. */
  readonly onFault?: (error: unknown) => void;
}): Promise<MailSimulator> {
  const { port, folder, onFault } = options;
  mkdirSync(folder, { recursive: true });
  const inbox = await startLoopbackServer({
    port,
    handle: ({ res, url }) => serveInbox(folder, url.pathname, res),
    onFault,
  });
  const smtpServer = createSmtpServer(folder);
  // Unheard, an error of one connection would end the program.
  smtpServer.on('error', (error) => onFault?.(error));
  await new Promise<void>((resolve) => smtpServer.listen(0, '127.0.0.1', resolve));
  const { port: smtpPort } = smtpServer.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}?ignoreTLS=true`,
    inboxUrl: `http://localhost:${inbox.port}`,
    close: async () => {
      const smtpClosed = new Promise<void>((resolve) => smtpServer.close(resolve));
      await Promise.all([inbox.close(), smtpClosed]);
    },
  };
}

/** Files are numbered in the order of arrival. */
function createSmtpServer(folder: string): SMTPServer {
  let receivedCount = readdirSync(folder).length;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 30 * 1024 * 1024,
    onData: (stream, _session, acknowledge) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('error', acknowledge);
      stream.on('end', () => {
        const number = String(++receivedCount).padStart(6, '0');
        const name = `${number}-${crypto.randomUUID().slice(0, 8)}.eml`;
        try {
          writeFileSync(path.join(folder, name), Buffer.concat(parts), { flush: true });
          acknowledge();
        } catch (error) {
          acknowledge(error instanceof Error ? error : new Error(String(error)));
        }
      });
    },
  });
  // A client that hangs up: the sender hears of it. Unheard, the error would end the program.
  server.on('error', () => {});
  return server;
}

/** Answers `/` (the list), `/<file name>` (one email) and `/letters.json` (the last hundred). */
async function serveInbox(folder: string, pathname: string, res: ServerResponse): Promise<void> {
  const newestFirst = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  const fileName = decodeFileName(pathname);
  if (pathname === '/letters.json') {
    const emails = await parseEmails(folder, newestFirst.slice(0, 100));
    res.writeHead(200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(emails.map(toJson)));
  } else if (newestFirst.includes(fileName)) {
    const [email] = await parseEmails(folder, [fileName]);
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    });
    res.end(email ? emailPage(email) : '');
  } else if (pathname === '/') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(inboxPage(await parseEmails(folder, newestFirst.slice(0, 50))));
  } else {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such email.\n');
  }
}

function decodeFileName(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw new MalformedRequest('This is not the name of an email.');
  }
}

const parseEmails = (folder: string, names: readonly string[]): Promise<StoredEmail[]> =>
  Promise.all(
    names.map(async (name) => {
      const email = await PostalMime.parse(readFileSync(path.join(folder, name)));
      return { name, ...email };
    }),
  );

const toJson = ({ name, to, subject, text, html, messageId }: StoredEmail): object => ({
  name,
  to,
  subject,
  text,
  html,
  messageId,
});
