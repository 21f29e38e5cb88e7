import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { EmailFailure } from '#core/kernel/email-failure.ts';
import type { SmtpPhase } from '#core/kernel/smtp-outcomes.model.ts';

/**
 * How long the server may take, in ms. RFC 5321 4.5.3.2 asks for at least: 5 minutes for the
 * greeting, MAIL and RCPT, 2 for DATA, 3 for each block of the content, 10 after the final dot,
 * since a server that is given less takes the email and is sent it again.
 */
export const smtpTimes = {
  connectMs: 60_000,
  greetingMs: 5 * 60_000,
  /** For the login, and for all that comes before it. */
  loginMs: 5 * 60_000,
  /** MAIL, RCPT and DATA, which are sent at once if the server allows it. */
  envelopeMs: (5 + 5 + 2) * 60_000,
  blockMs: 3 * 60_000,
  finalDotMs: 10 * 60_000,
};
export type SmtpTimes = typeof smtpTimes;

/** The server of a transport, and who logs in. */
export type SmtpServer = Pick<SMTPTransport, 'options' | 'auth'>;

export type SmtpMessage = {
  readonly from: string;
  readonly to: string;
  readonly content: Buffer;
  /** Awaited when all but the final dot was handed over; if it rejects, no dot is sent. */
  readonly beforeFinalDot: () => Promise<void>;
};

/** A failure with the details that Nodemailer knows. */
type NodemailerError = Error & {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string;
  readonly command?: string;
};

const blockBytes = 16_384;

/**
 * One conversation with a mail server. Whatever goes wrong is an EmailFailure that names the phase;
 * the connection is closed then.
 */
export class SmtpSession {
  readonly #socket: net.Socket;
  readonly #connection: SMTPConnection;
  readonly #times: SmtpTimes;
  #phase: SmtpPhase = 'greeting';
  #timer: NodeJS.Timeout | undefined;
  #fail: (error: unknown) => void = () => {};
  #isOver = false;

  private constructor(socket: net.Socket, server: SmtpServer, times: SmtpTimes) {
    this.#socket = socket;
    this.#times = times;
    this.#connection = new SMTPConnection({
      ...server.options,
      connection: socket,
      connectionTimeout: times.greetingMs + times.loginMs,
      greetingTimeout: times.greetingMs,
      // The limits of this class are shorter; it is for what they don't know of.
      socketTimeout: Math.max(times.finalDotMs, times.envelopeMs) + 60_000,
    });
    this.#connection.on('error', (error) => this.#fail(error));
    this.#connection.on('end', () => {
      this.#isOver = true;
      // After a refusal Nodemailer closes first, and says why right afterwards.
      const fail = this.#fail;
      setImmediate(() => fail(new Error('the connection was closed')));
    });
  }

  /** Connected and logged in. */
  static async open(server: SmtpServer, times: SmtpTimes): Promise<SmtpSession> {
    const session = new SmtpSession(await connect(server, times.connectMs), server, times);
    await session.#run('greeting', times.greetingMs + times.loginMs, (done) =>
      session.#connection.connect(done),
    );
    const { auth } = server;
    if (auth && (session.#connection.allowsAuth || server.options.forceAuth))
      await session.#run('auth', times.loginMs, (done) => session.#connection.login(auth, done));
    return session;
  }

  /** False once the connection is closed, or about to be. */
  get isOpen(): boolean {
    return !this.#isOver && !this.#socket.destroyed && this.#socket.writable;
  }

  /** Resolves when the server has taken the message. */
  async send({ from, to, content, beforeFinalDot }: SmtpMessage): Promise<void> {
    const parts = Readable.from(this.#hand(content, beforeFinalDot), {
      objectMode: false,
      highWaterMark: blockBytes,
    });
    await this.#run('mail-from', this.#times.envelopeMs, (done) =>
      this.#connection.send({ from, to: [to] }, parts, done),
    );
    // An answer that came too early is not one to the message.
    if (this.#currentPhase() !== 'final-dot') throw this.#end(new Error('answered too early'));
  }

  /** Says goodbye; nothing waits for it. */
  quit(): void {
    this.#fail = () => {};
    if (!this.isOpen) return this.#connection.close();
    this.#connection.quit();
    setTimeout(() => this.#connection.close(), 5000).unref();
  }

  /** Whether this idle connection keeps the program running. */
  setHolding(isHolding: boolean): void {
    if (isHolding) this.#socket.ref();
    else this.#socket.unref();
  }

  /** Nodemailer reads it once DATA is accepted; the end of it is the final dot. */
  async *#hand(content: Buffer, beforeFinalDot: () => Promise<void>): AsyncGenerator<Buffer> {
    for (let start = 0; start < content.length; start += blockBytes) {
      this.#enter('content', this.#times.blockMs);
      yield content.subarray(start, start + blockBytes);
    }
    await beforeFinalDot();
    if (this.#isOver) throw new Error('the connection was closed');
    this.#enter('final-dot', this.#times.finalDotMs);
  }

  #currentPhase(): SmtpPhase {
    return this.#phase;
  }

  #enter(phase: SmtpPhase, limitMs: number): void {
    this.#phase = phase;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(new Error('the mail server took too long')), limitMs);
  }

  /** Rejects with an EmailFailure, and the connection is closed then. */
  async #run(
    phase: SmtpPhase,
    limitMs: number,
    start: (done: (error?: Error | null) => void) => void,
  ): Promise<void> {
    this.#enter(phase, limitMs);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#fail = reject;
        if (this.#isOver) reject(new Error('the connection was closed'));
        else start((error) => (error ? reject(error) : resolve()));
      });
    } catch (error) {
      throw this.#end(error);
    } finally {
      clearTimeout(this.#timer);
      this.#fail = () => {};
    }
  }

  #end(error: unknown): EmailFailure {
    const failure = toFailure(error as NodemailerError, this.#phase);
    this.#isOver = true;
    this.#connection.close();
    return failure;
  }
}

async function connect({ options }: SmtpServer, limitMs: number): Promise<net.Socket> {
  const isSecure = options.secure ?? Number(options.port) === 465;
  const port = Number(options.port) || (isSecure ? 465 : 587);
  const socket = net.connect({ host: options.host ?? 'localhost', port });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(limitMs) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw new EmailFailure('connect', { cause: error });
  }
}

/** Phases by the command that was refused, as Nodemailer names it. */
const phaseOfCommand = (command: string): SmtpPhase | undefined => {
  if (command === 'MAIL FROM') return 'mail-from';
  if (command === 'RCPT TO') return 'rcpt-to';
  if (command === 'DATA') return 'data';
  if (command === 'STARTTLS') return 'tls';
  if (/^(EHLO|HELO|LHLO)/.test(command)) return 'ehlo';
  return command.startsWith('AUTH') ? 'auth' : undefined;
};

function toFailure(error: NodemailerError, phase: SmtpPhase): EmailFailure {
  const reply = typeof error.response === 'string' ? error.response : undefined;
  return new EmailFailure(findPhase(error, phase), { reply, cause: error });
}

function findPhase(error: NodemailerError, phase: SmtpPhase): SmtpPhase {
  if (phase === 'content' || phase === 'final-dot') return phase;
  if (isSetupError(error)) return 'setup';
  // The address itself can't be said in SMTP: as if the server had found out.
  return phaseOfCommand(error.command ?? '') ?? (error.code === 'ETLS' ? 'tls' : phase);
}

/** A certificate that doesn't hold, no common TLS, no login that both know: not the network. */
function isSetupError({ code, originalCode = '', response, command }: NodemailerError): boolean {
  if (response !== undefined) return false;
  if (code === 'EAUTH') return true;
  const isOfNetwork = originalCode === '' || /^E(?!PROTO$)[A-Z0-9]+$/.test(originalCode);
  return (code === 'ESOCKET' || code === 'ETLS') && !isOfNetwork && command !== 'API';
}
