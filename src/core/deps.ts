import type { CertificateContent } from './orders/licences/certificate.model.ts';
import type { Stamp } from './orders/delivery/stamp.model.ts';
/**
 * What the core asks of the outside world. main.ts builds one; tests build another from the same adapters.
 * Nothing in the core reaches a clock, a network, a disk or a vendor except through here.
 */
import type { Kysely, Transaction } from 'kysely';
import type { DB } from './kernel/database-types.ts';
import type { ReportDocument } from './catalogue/report-document.model.ts';
import type { InvoiceContent } from './orders/documents/invoice.model.ts';
import type { PaymentProvider } from './orders/payment/provider.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

/** A mail as a value: who, what, and the same words as HTML and as plain text. */
export type Email = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Stable for one occasion, so that a letter sent twice after a crash is one letter to its reader. */
  readonly messageId: string;
  /** Who gets the answer, where it is not the publisher. */
  readonly replyTo?: string;
  /** Newsletter mail: the address that ends the subscription with one click (RFC 8058). */
  readonly unsubscribeUrl?: string;
};

/** What is left of an email beside recipient, subject and id. */
export type EmailBody = Omit<Email, 'to' | 'subject' | 'messageId'>;

export type EnqueueOptions = {
  /** Jobs with the same key are one job while they wait. */
  readonly dedupeKey?: string;
  readonly runAt?: Date;
  readonly maxAttempts?: number;
  /** Takes long: stands back behind every job that does not, so that no letter waits for another buyer's print. */
  readonly isLongRunning?: boolean;
  /** Jobs of one queue are worked on one after the other: what waits for somebody outside takes no more than its queues. */
  readonly queueName?: string;
};

export type FileStorage = {
  /** The bytes are durable under the key afterwards; a second put of the same key replaces them whole. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined where there is no such key. `range` is inclusive, in bytes. */
  read(
    key: string,
    range?: { start: number; end: number },
  ): Promise<NodeJS.ReadableStream | undefined>;
  /** Bytes, or undefined where there is no such key. */
  getSizeBytes(key: string): Promise<number | undefined>;
};

/** Prints what is sold. Both are made from the same document, so that page, PDF and workbook agree. */
export type DocumentRenderer = {
  /** Cover, contents, key figures and one chart, each page marked as a sample. */
  renderSamplePdf(document: ReportDocument): Promise<Uint8Array>;
  /** With a stamp it is one buyer's copy: his line stands on every page, in a font that has his letters. */
  renderReportPdf(
    document: ReportDocument,
    stamp?: Stamp,
  ): Promise<{ bytes: Uint8Array; pages: number }>;
  /** With a stamp its first sheet and its properties name the buyer. */
  renderReportWorkbook(document: ReportDocument, stamp?: Stamp): Promise<Uint8Array>;
  /** An invoice, pro-forma invoice or credit note, on one page. */
  renderInvoice(invoice: InvoiceContent): Promise<Uint8Array>;
  renderCertificate(certificate: CertificateContent): Promise<Uint8Array>;
};

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Deps = {
  readonly db: Database;
  /** Now, UTC. */
  readonly clock: () => Date;
  /** Resolves after so many milliseconds. */
  readonly sleep: (ms: number) => Promise<void>;
  /** 32 hexadecimal digits (128 bits) from the system's source of randomness. */
  readonly generateSecret: () => string;
  /** Public base URL without a trailing slash, for links in letters and at the provider. */
  readonly origin: string;
  /** Signs short texts for links: URL-safe base64 of an HMAC-SHA256, and compares in constant time. */
  readonly signer: {
    sign(text: string): string;
    isValid(text: string, signature: string): boolean;
  };
  readonly payments: PaymentProvider;
  /** Whether a person solved the challenge: a token is good once. `unknown` where the verifier gave no answer. */
  readonly captcha: {
    verify(token: string, clientIp: string): Promise<'human' | 'refused' | 'unknown'>;
  };
  /** Counts a try of `key` under `name`; seconds to wait where there were more than `most` within `seconds`, else undefined. */
  consumeRateLimit(
    name: string,
    key: string,
    maxAttempts: number,
    windowSeconds: number,
  ): Promise<number | undefined>;
  readonly email: { send(email: Email): Promise<void> };
  /** True for a mail domain (lower case) where anybody can have an address: it belongs to no company. */
  isFreeEmailDomain(domain: string): boolean;
  readonly files: FileStorage;
  readonly documents: DocumentRenderer;
  /** The job exists exactly if `tx` commits. Names are "<word>.<verb>". */
  enqueue(tx: Tx, jobName: string, payload: object, options?: EnqueueOptions): Promise<void>;
  /** At commit every process drops the pages that hang on these tags. */
  invalidate(tx: Tx, cacheTags: readonly string[]): Promise<void>;
  readonly log: Log;
};
