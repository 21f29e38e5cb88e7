/**
 * The dependencies of the core that are given from outside. The core reaches clock, network, disk
 * and vendors only through here.
 */
import type { Readable } from 'node:stream';
import type { Kysely, Transaction } from 'kysely';
import type { Cdn } from './announcements/cdn.port.ts';
import type { SearchEngines } from './announcements/search-engines.port.ts';
import type { Goods, PreparedGoods } from './catalogue/goods/goods-port.ts';
import type { JobName, JobPayloads } from './jobs.ts';
import type { DB } from './kernel/database-types.ts';
import type { HtmlReader } from './imports/html-reader.ts';
import type { SheetFiles } from './imports/sheet.model.ts';
import type { OpenedZip } from './kernel/opened-zip.model.ts';
import type { ServiceName } from './store/services.model.ts';
import type { ShareCard } from './catalogue/drawing/share-card.model.ts';
import type { ReportDocument } from './catalogue/reports/report-document.model.ts';
import type { Stamp } from './orders/delivery/stamp.model.ts';
import type { InvoiceContent } from './orders/documents/invoice.model.ts';
import type { CertificateContent } from './orders/licences/certificate.model.ts';
import type { PaymentProvider } from './orders/payment/provider.ts';
import type { PictureFiles } from './media/picture-files.port.ts';
import type { StaffFactors } from './staff/factors.port.ts';
import type { JobQueue } from './system/model.ts';
import type { WebhookSender } from './webhooks/webhook-port.ts';
import type { VatNumber } from './orders/vat-number.model.ts';

export type Database = Kysely<DB>;
export type Tx = Transaction<DB>;

/** An email as a value; `html` and `text` say the same. */
export type Email = {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** The same for one occasion: mail programs show an email that was sent twice only once. */
  readonly messageId: string;
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string;
  /** One-click unsubscribe URL (RFC 8058), for newsletter email. */
  readonly unsubscribeUrl?: string;
  /** The outbox's way if the mailbox has had its share; by default the email always goes. */
  readonly whenMailboxIsFull?: 'hold' | 'drop';
  /** The order that it is about. */
  readonly purchaseId?: number;
};

/** An email as the outbox stores it as JSON. */
export type EmailBody = Omit<
  Email,
  'to' | 'subject' | 'messageId' | 'whenMailboxIsFull' | 'purchaseId'
>;

type EnqueueOptions = {
  /** Of the waiting jobs with the same key only the last one is kept. */
  readonly dedupeKey?: string;
  /** How long the job waits first; two minutes at most. */
  readonly delayMs?: number;
  readonly maxAttempts?: number;
  /** Runs after all short jobs, so that no email waits for the rendering of a report. */
  readonly isLongRunning?: boolean;
  /** Jobs of one queue run one after the other, so that a slow service holds up one worker only. */
  readonly queueName?: string;
};

export type StoredFile = { readonly key: string; readonly changedAt: Date };

export type FileStorage = {
  /** The content is durable under the key afterwards, and replaces any earlier one. */
  readonly put: (key: string, content: Uint8Array | Readable) => Promise<void>;
  /** undefined for an unknown key. `range` is inclusive, in bytes. */
  readonly read: (
    key: string,
    range?: { start: number; end: number },
  ) => Promise<Readable | undefined>;
  /** The size, or undefined for an unknown key. */
  readonly getSizeBytes: (key: string) => Promise<number | undefined>;
  /** Nothing is under the key afterwards. */
  readonly remove: (key: string) => Promise<void>;
  /** The content is under the other key afterwards. False, and nothing happens, without a file. */
  readonly move: (key: string, to: string) => Promise<boolean>;
  /** Every file whose key begins so ("goods/"), in any order; few of them are in memory. */
  readonly list: (prefix: string) => AsyncIterable<StoredFile>;
};

/** Renders what is sold. PDF, workbook and page are made from the same document, so they agree. */
export type DocumentRenderer = {
  /** Cover, contents, key figures and one chart, each page marked as a sample. */
  readonly renderSamplePdf: (document: ReportDocument) => Promise<Uint8Array>;
  /** A stamp makes it one buyer's copy, with the buyer named on every page. */
  readonly renderReportPdf: (
    document: ReportDocument,
    stamp?: Stamp,
  ) => Promise<{ bytes: Uint8Array; pages: number }>;
  /** With a stamp the first sheet and the file's properties name the buyer. */
  readonly renderReportWorkbook: (document: ReportDocument, stamp?: Stamp) => Promise<Uint8Array>;
  /**
   * A chart with its finding, subject, unit and source as a picture 1,480 pixels wide. Throws for
   * an unknown key.
   */
  readonly renderChartPng: (document: ReportDocument, chartKey: string) => Promise<Uint8Array>;
  /** A picture of 1200 × 630 pixels for sites where a page is shared. */
  readonly renderShareCardPng: (card: ShareCard) => Promise<Uint8Array>;
  /** An invoice, pro-forma invoice or credit note, as a PDF of one page. */
  readonly renderInvoice: (invoice: InvoiceContent) => Promise<Uint8Array>;
  /** A licence certificate, as a PDF. */
  readonly renderCertificate: (certificate: CertificateContent) => Promise<Uint8Array>;
};

export type { Goods, PreparedGoods };

export type Log = {
  readonly info: (fields: object, message: string) => void;
  readonly warn: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

/** What the core is given from outside. */
export type GivenDeps = {
  readonly db: Database;
  /** Now, UTC. */
  readonly clock: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** 32 random hexadecimal digits (128 bits), fit for secrets. */
  readonly generateSecret: () => string;
  /** Public base URL without a trailing slash, for links in emails and at the payment provider. */
  readonly origin: string;
  /** HMAC-SHA256 signatures for links, as URL-safe base64. */
  readonly signer: {
    readonly sign: (text: string) => string;
    /** Compares in constant time. */
    readonly isValid: (text: string, signature: string) => boolean;
  };
  /**
   * Seals secrets that the database must give back: without the program's own secret nobody opens
   * them. One text has one sealed form. `open` answers a text that was never sealed as it is, and
   * throws for one that was sealed with another secret.
   */
  readonly vault: {
    readonly seal: (text: string) => string;
    readonly open: (stored: string) => string;
  };
  readonly payments: PaymentProvider;
  /** A token is valid once. `unavailable` means that the verifier could not be reached. */
  readonly captcha: {
    readonly verify: (
      token: string,
      clientIp: string,
    ) => Promise<'passed' | 'failed' | 'unavailable'>;
  };
  /**
   * Asks the tax authorities of the EU whether a VAT number exists; `requester` is the seller's.
   */
  readonly vatNumbers: {
    readonly check: (
      number: VatNumber,
      requester: VatNumber | undefined,
    ) => Promise<
      | { readonly kind: 'valid'; readonly consultation: string | undefined }
      | { readonly kind: 'invalid' }
      | { readonly kind: 'unavailable' }
    >;
  };
  /**
   * Counts one attempt. Seconds to wait where `key` made more than `maxAttempts` in the window,
   * else undefined.
   */
  readonly consumeRateLimit: (
    name: string,
    key: string,
    maxAttempts: number,
    windowSeconds: number,
  ) => Promise<number | undefined>;
  /** The count of `key` begins anew: what it did was right. The same numbers as to count. */
  readonly resetRateLimit: (
    name: string,
    key: string,
    maxAttempts: number,
    windowSeconds: number,
  ) => Promise<void>;
  /**
   * 32 bytes derived from a password, slowly on purpose; undefined while too many others wait. Few
   * run at once, so that any number of logins leaves processors and threads to everything else.
   */
  readonly derivePasswordKey: (
    password: string,
    salt: Uint8Array,
  ) => Promise<Uint8Array | undefined>;
  /** True for a password that many people use: somebody who guesses tries it first. */
  readonly isCommonPassword: (password: string) => boolean;
  readonly staffFactors: StaffFactors;
  readonly email: {
    /**
     * The mail server has taken the email. Otherwise an EmailFailure (kernel/email-failure.ts) says
     * where the conversation ended. `beforeFinalDot` is awaited before the one step after which an
     * email may be on its way without an answer; where it rejects, the email is not sent.
     */
    readonly send: (
      email: Email,
      options?: { readonly beforeFinalDot?: () => Promise<void> },
    ) => Promise<void>;
  };
  /** Between two emails of an issue of the newsletter. */
  readonly newsletterPauseMs: number;
  /** False if a local simulator is used because the environment names no real service. */
  readonly hasRealService: Readonly<Record<ServiceName, boolean>>;
  /** True for a domain (lower case) where anybody can get an email address, such as gmail.com. */
  readonly isFreeEmailDomain: (domain: string) => boolean;
  readonly webhooks: WebhookSender;
  readonly files: FileStorage;
  readonly documents: DocumentRenderer;
  readonly sheets: SheetFiles;
  /**
   * A ZIP file in memory; undefined for one that is damaged, locked, or not as an honest one is.
   */
  readonly openZip: (bytes: Buffer) => Promise<OpenedZip | undefined>;
  readonly html: HtmlReader;
  readonly pictures: PictureFiles;
  readonly goods: Goods;
  /** The job exists exactly if `tx` commits. Its name and payload are those of `jobs.ts`. */
  readonly enqueue: <Name extends JobName>(
    tx: Tx,
    jobName: Name,
    payload: JobPayloads[Name],
    options?: EnqueueOptions,
  ) => Promise<void>;
  readonly jobQueue: JobQueue;
  /** In `tx`: the job is due now, with all its tries. False for one that is done or runs. */
  readonly retryJob: (tx: Tx, id: string) => Promise<boolean>;
  /** When `tx` commits, every process drops the cached pages that carry one of these tags. */
  readonly invalidate: (tx: Tx, cacheTags: readonly string[]) => Promise<void>;
  /** Of the pages that are kept beyond the processes, those that no longer count are gone. */
  readonly trimKeptPages: () => Promise<void>;
  /** undefined if the store tells none. */
  readonly searchEngines?: SearchEngines | undefined;
  /** undefined if none is in front of the store. */
  readonly cdn?: Cdn | undefined;
  readonly log: Log;
};
