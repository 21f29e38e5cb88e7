import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { waitUntil } from './wait-until.ts';

export type ReceivedEmail = {
  readonly to: readonly { readonly address: string }[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** The last hundred emails that the mail simulator received. */
export async function listEmails(mailboxUrl: string): Promise<ReceivedEmail[]> {
  return (await (await fetch(`${mailboxUrl}/letters.json`)).json()) as ReceivedEmail[];
}

/** Those of them to one address, in any case. */
export async function listEmailsTo(mailboxUrl: string, to: string): Promise<ReceivedEmail[]> {
  return (await listEmails(mailboxUrl)).filter((email) =>
    email.to.some(({ address }) => address.toLowerCase() === to.toLowerCase()),
  );
}

/** Waits for an email to an address with such a subject. Rejects if none comes. */
export const waitForEmail = (
  mailboxUrl: string,
  to: string,
  subject = /./,
): Promise<ReceivedEmail> =>
  waitUntil(`an email ${String(subject)} to ${to} arrives`, async () =>
    (await listEmailsTo(mailboxUrl, to)).find((email) => subject.test(email.subject)),
  );

type LinkQuery = {
  /** A part of the link's path, such as "/seat/". */
  readonly pathPart: string;
  readonly subject?: RegExp;
};

/** Waits for an email to an address with a link of that path, and answers the link. */
export const waitForEmailLink = (
  mailboxUrl: string,
  to: string,
  { pathPart, subject = /./ }: LinkQuery,
): Promise<string> =>
  waitUntil(`an email to ${to} with a link to ${pathPart} arrives`, async () =>
    (await listEmailsTo(mailboxUrl, to))
      .filter((email) => subject.test(email.subject))
      .flatMap(({ text }) => text.match(/http\S+/g) ?? [])
      .find((link) => link.includes(pathPart)),
  );

/** Message-IDs of the emails that the mail simulator keeps in its folder. */
export const readMessageIds = (mailFolder: string): string[] =>
  readdirSync(mailFolder).flatMap(
    (name) =>
      /message-id:\s*(<[^>]+>)/i.exec(readFileSync(path.join(mailFolder, name), 'utf8'))?.[1] ?? [],
  );
