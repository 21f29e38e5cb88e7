import type { NewSession } from '#core/accounts/model.ts';
import {
  formatLoginCookies,
  formatSetCookie,
  readCookie,
  type CookieKind,
} from './http/cookies.ts';

/** The cookies of one request for a page: those that came, and those that its answer sets. */
export class PageCookies {
  readonly #header: string | null;
  readonly #origin: string;
  #newBuyerSecret: string | undefined;
  #newSession: NewSession | undefined;
  #isClearing = false;
  readonly #newStaffSecrets = new Map<'staff' | 'staff-ticket', string | undefined>();

  constructor(header: string | null, origin: string) {
    this.#header = header;
    this.#origin = origin;
  }

  read(kind: CookieKind): string | undefined {
    return readCookie(kind, this.#header, this.#origin);
  }

  /** The session that the answer starts or ends, else the one that came. */
  get session(): string | undefined {
    return this.#newSession?.session ?? this.read('session');
  }

  /** The browser's secret; the answer sets one if it has none. */
  ensureBuyer(): string {
    return this.read('buyer') ?? (this.#newBuyerSecret ??= generateSecret());
  }

  startSession(started: NewSession): void {
    this.#newSession = started;
  }

  /** The answer sets a cookie of the back office, or without a secret takes it away. */
  setStaffSecret(kind: 'staff' | 'staff-ticket', secret: string | undefined): void {
    this.#newStaffSecrets.set(kind, secret);
  }

  /** The answer ends the login and the browser's access to its orders. */
  clear(): void {
    this.#isClearing = true;
  }

  appendTo(headers: Headers): void {
    const append = (kind: CookieKind, value: string | undefined): void =>
      headers.append('set-cookie', formatSetCookie(kind, value, this.#origin));
    if (this.#newBuyerSecret !== undefined) append('buyer', this.#newBuyerSecret);
    if (this.#isClearing) {
      append('buyer', undefined);
      append('session', undefined);
    }
    for (const [kind, secret] of this.#newStaffSecrets) append(kind, secret);
    if (this.#newSession)
      for (const line of formatLoginCookies(this.#newSession, this.#origin))
        headers.append('set-cookie', line);
  }
}

/** 64 hexadecimal digits, as cookies hold them. */
const generateSecret = (): string =>
  crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '');
