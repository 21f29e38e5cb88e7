import net, { type AddressInfo } from 'node:net';

/** If the server does something else than taking the email. */
export type PlayedPhase =
  | 'connect'
  | 'greeting'
  | 'ehlo'
  | 'auth'
  | 'mail-from'
  | 'rcpt-to'
  | 'data'
  | 'content'
  | 'final-dot'
  | 'quit';

/**
 * The server's behaviour there. An answer may have many lines; `late` takes the email after so many
 * ms; `hang` says nothing more, `close` and `reset` end the connection. `isTaken`: the email was
 * taken all the same, and only the answer is another or lost.
 */
export type Play = {
  readonly phase: PlayedPhase;
  readonly act:
    | 'close'
    | 'reset'
    | 'hang'
    | { readonly answer: string }
    | { readonly lateMs: number };
  readonly isTaken?: boolean;
};

export type TakenEmail = { readonly to: string; readonly messageId: string };

export type PlayingMailServer = {
  /** For SMTP_URL. */
  readonly url: string;
  /** Every email that was taken, in order. */
  readonly taken: readonly TakenEmail[];
  /** How many connections there were. */
  readonly countConnections: () => number;
  /** How many logins there were. */
  readonly countLogins: () => number;
  readonly close: () => Promise<void>;
};

type Options = {
  /** Asked for each connection, and for each further email on it; undefined takes the email. */
  readonly play: () => Play | undefined;
  /** The refusal of an address, whatever is played. */
  readonly refuse?: (to: string) => string | undefined;
  readonly isPipelining?: boolean;
  readonly hasAuth?: boolean;
};

/** A mail server on the loopback address that plays faults at any phase. */
export async function startPlayingMailServer(options: Options): Promise<PlayingMailServer> {
  const taken: TakenEmail[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let logins = 0;
  const server = net.createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    new Conversation(socket, options, {
      take: (email) => void taken.push(email),
      login: () => void logins++,
    }).begin();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const user = options.hasAuth ? 'user:secret@' : '';
  return {
    url: `smtp://${user}127.0.0.1:${port}?ignoreTLS=true`,
    taken,
    countConnections: () => connections,
    countLogins: () => logins,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

type Listener = { readonly take: (email: TakenEmail) => void; readonly login: () => void };

class Conversation {
  readonly #socket: net.Socket;
  readonly #options: Options;
  readonly #listener: Listener;
  #play: Play | undefined;
  #unread = '';
  #to = '';
  #hasSender = false;
  #content: string | undefined;
  #isSilent = false;
  #isBusy = false;

  constructor(socket: net.Socket, options: Options, listener: Listener) {
    this.#socket = socket;
    this.#options = options;
    this.#listener = listener;
    this.#play = options.play();
  }

  begin(): void {
    if (this.#play?.phase === 'connect') return void this.#socket.resetAndDestroy();
    this.#socket.on('data', (part: Buffer) => {
      this.#unread += part.toString('latin1');
      this.#readLines();
    });
    this.#answer('greeting', '220 mail.example ESMTP');
  }

  #readLines(): void {
    while (!this.#isSilent && !this.#isBusy) {
      const end = this.#unread.indexOf('\r\n');
      if (end < 0) return;
      const line = this.#unread.slice(0, end);
      this.#unread = this.#unread.slice(end + 2);
      if (this.#content === undefined) this.#obey(line);
      else this.#readContent(line);
    }
  }

  #obey(line: string): void {
    const [command = ''] = line.toUpperCase().split(' ');
    if (command === 'EHLO') return this.#answer('ehlo', this.#describeServer());
    if (command === 'HELO') return this.#answer('ehlo', '250 mail.example');
    if (command === 'AUTH') {
      this.#listener.login();
      return this.#answer('auth', '235 2.7.0 welcome');
    }
    if (command === 'MAIL') {
      this.#hasSender = this.#play?.phase !== 'mail-from';
      return this.#answer('mail-from', '250 2.1.0 ok', () => (this.#hasSender = true));
    }
    if (command === 'RCPT') {
      if (!this.#hasSender) return this.#write('503 5.5.1 MAIL first');
      this.#to = /<([^>]*)>/.exec(line)?.[1] ?? '';
      const refusal = this.#options.refuse?.(this.#to);
      if (refusal !== undefined) {
        this.#to = '';
        return this.#write(refusal);
      }
      return this.#answer('rcpt-to', '250 2.1.5 ok');
    }
    if (command === 'DATA') {
      if (this.#to === '') return this.#write('503 5.5.1 no valid recipients');
      return this.#answer('data', '354 go on', () => (this.#content = ''));
    }
    if (command === 'RSET') return this.#write('250 2.0.0 ok');
    if (command === 'QUIT') return this.#answer('quit', '221 2.0.0 bye');
    this.#write('502 5.5.2 unknown');
  }

  #describeServer(): string {
    const lines = ['mail.example', '8BITMIME', 'ENHANCEDSTATUSCODES'];
    if (this.#options.isPipelining) lines.push('PIPELINING');
    if (this.#options.hasAuth) lines.push('AUTH PLAIN');
    return lines.map((line, i) => `250${i === lines.length - 1 ? ' ' : '-'}${line}`).join('\r\n');
  }

  #readContent(line: string): void {
    if (line !== '.') {
      this.#content += `${line}\n`;
      if (this.#play?.phase === 'content') this.#answer('content', '');
      return;
    }
    const messageId = /^message-id:\s*(\S+)/im.exec(this.#content ?? '')?.[1] ?? '';
    const email = { to: this.#to, messageId };
    const isPlayed = this.#play?.phase === 'final-dot';
    const isRefused =
      isPlayed && !(typeof this.#play?.act === 'object' && 'lateMs' in this.#play.act);
    if (!isRefused || this.#play?.isTaken) this.#listener.take(email);
    this.#content = undefined;
    this.#to = '';
    this.#answer('final-dot', '250 2.0.0 queued', () => (this.#play = this.#options.play()));
  }

  /** Answers as a server does, unless something else is played here. */
  #answer(phase: PlayedPhase, usual: string, then = (): void => {}): void {
    const play = this.#play?.phase === phase ? this.#play : undefined;
    if (!play) {
      if (usual !== '') this.#write(usual);
      return then();
    }
    const { act } = play;
    if (act === 'close') this.#socket.end();
    else if (act === 'reset') this.#socket.resetAndDestroy();
    if (typeof act === 'string') return void (this.#isSilent = true);
    if ('answer' in act) {
      this.#write(act.answer);
      if (phase === 'rcpt-to') this.#to = '';
      // Who answers within the content takes nothing of it.
      if (phase === 'content') {
        this.#isSilent = true;
        this.#socket.end();
      }
      if (phase === 'final-dot') then();
      return;
    }
    this.#isBusy = true;
    setTimeout(() => {
      this.#isBusy = false;
      this.#write(usual);
      then();
      this.#readLines();
    }, act.lateMs);
  }

  #write(text: string): void {
    if (!this.#socket.destroyed) this.#socket.write(`${text}\r\n`);
  }
}
