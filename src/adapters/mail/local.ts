/** The local counterpart of a mail server: takes letters over SMTP, keeps them as .eml files and shows them. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { inboxPage, letterPage } from './inbox.ts';

export type LocalMail = {
  readonly smtpUrl: string;
  readonly inbox: string;
  close(): Promise<void>;
};

/** Both servers listen on the loopback address; `port` is the inbox's, SMTP takes a free one. A letter is on disk before it is acknowledged. */
export async function startLocalMail(options: {
  port: number;
  folder: string;
}): Promise<LocalMail> {
  const { folder } = options;
  mkdirSync(folder, { recursive: true });
  let taken = readdirSync(folder).length;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 30 * 1024 * 1024,
    onData: (stream, _session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const name = `${String(++taken).padStart(6, '0')}-${crypto.randomUUID().slice(0, 8)}.eml`;
        try {
          writeFileSync(path.join(folder, name), Buffer.concat(parts), { flush: true });
          done();
        } catch (error) {
          done(error as Error);
        }
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const web = http.createServer((req, res) => void show(folder, req.url ?? '/', res));
  await new Promise<void>((resolve, reject) =>
    web.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  return {
    smtpUrl: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}?ignoreTLS=true`,
    inbox: `http://localhost:${(web.address() as AddressInfo).port}`,
    close: async () => {
      web.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => web.close(resolve)),
        new Promise<void>((resolve) => smtp.close(resolve)),
      ]);
    },
  };
}

async function show(folder: string, url: string, res: http.ServerResponse): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  const letters = (some: string[]) =>
    Promise.all(
      some.map(async (name) => ({
        name,
        ...(await PostalMime.parse(readFileSync(path.join(folder, name)))),
      })),
    );
  const wanted = decodeURIComponent(url.slice(1));
  if (url === '/letters.json') {
    const all = await letters(names.slice(0, 100));
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
  } else if (names.includes(wanted)) {
    const [letter] = await letters([wanted]);
    res.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    });
    res.end(letter ? letterPage(letter) : '');
  } else if (url === '/') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    res.end(inboxPage(await letters(names.slice(0, 50))));
  } else {
    res.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such letter.\n');
  }
}
