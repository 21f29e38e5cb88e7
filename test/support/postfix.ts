import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { findFreePorts } from './free-ports.ts';
import { createTemporaryFolder } from './temporary-folder.ts';
import { waitUntil } from './wait-until.ts';

const program = '/usr/sbin/postfix';

/**
 * Why there is no Postfix to test with; undefined if there is. In CI it is installed if that
 * may be done.
 */
export function findWhyNoPostfix(): string | undefined {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot) return 'Postfix needs root.';
  if (!existsSync(program) && process.env['CI']) installPostfix();
  return existsSync(program) ? undefined : 'Postfix is not installed (apt-get install postfix).';
}

function installPostfix(): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'postfix'];
    execFileSync('apt-get', install, { env, stdio: 'ignore' });
  } catch {
    // Whoever asks says that there is none.
  }
}

export type Postfix = {
  /** For SMTP_URL. */
  readonly url: string;
  /** Recipients of the emails that it has queued, in order. */
  readonly listTaken: () => string[];
  /** All of it is killed at once; what it has queued stays. */
  readonly kill: () => Promise<void>;
  /** It is started again after `kill`, and answers RCPT so from now on. */
  readonly restart: (recipients: PostfixTables['recipients']) => Promise<void>;
  readonly close: () => Promise<void>;
};

export type PostfixTables = {
  /** Addresses of mail.test that exist. */
  readonly mailboxes: readonly string[];
  /** Answers to RCPT by address, and by sender: "450 4.2.0 greylisted". */
  readonly recipients: Readonly<Record<string, string>>;
  readonly senders: Readonly<Record<string, string>>;
};

/** A Postfix of its own on the loopback address: it takes emails for mail.test and relays none. */
export async function startPostfix(tables: PostfixTables): Promise<Postfix> {
  const folder = createTemporaryFolder('postfix');
  // Its processes run under another account.
  chmodSync(folder.path, 0o755);
  const inFolder = (name: string): string => path.join(folder.path, name);
  for (const name of ['config', 'queue', 'data', 'boxes']) mkdirSync(inFolder(name));
  execFileSync('chown', ['postfix', inFolder('data')]);
  chmodSync(inFolder('boxes'), 0o777);
  const port = await findFreePorts();
  writeTable(
    inFolder('config/mailboxes'),
    tables.mailboxes.map((name) => [name, 'box']),
  );
  writeTable(inFolder('config/recipients'), Object.entries(tables.recipients));
  writeTable(inFolder('config/senders'), Object.entries(tables.senders));
  writeFileSync(inFolder('config/headers'), '/^Subject:.*forbidden/ REJECT 5.7.1 such content\n');
  writeFileSync(inFolder('config/main.cf'), describeMain(folder.path));
  writeFileSync(inFolder('config/master.cf'), describeMaster(port));
  const log = inFolder('mail.log');
  let running = await start(folder.path, port);
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    listTaken: () =>
      [...readFileSync(log, 'utf8').matchAll(/to=<([^>]*)>.*status=sent/g)].map(
        ([, to = '']) => to,
      ),
    kill: () => running.end('SIGKILL'),
    restart: async (recipients) => {
      writeTable(inFolder('config/recipients'), Object.entries(recipients));
      running = await start(folder.path, port);
    },
    close: async () => {
      await running.end('SIGTERM');
      folder.remove();
    },
  };
}

async function start(folder: string, port: number) {
  const child = spawn(program, ['-c', `${folder}/config`, 'start-fg'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await waitUntil('Postfix answers', async () => (await greets(port)) || undefined);
  return {
    end: async (signal: NodeJS.Signals): Promise<void> => {
      // Its servers have the port, too, and would go on for a while without their master.
      for (const pid of [Number(child.pid), ...listProcesses(`${folder}/queue`)]) send(pid, signal);
      await ended;
      await waitUntil('its port is free', async () => !(await greets(port)) || undefined);
    },
  };
}

/** Postfix's programs, each in a group of its own, work in the folder of its queue. */
const listProcesses = (queue: string): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`).startsWith(queue) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

const writeTable = (file: string, rows: readonly (readonly [string, string])[]): void =>
  writeFileSync(file, rows.map(([key, value]) => `${key} ${value}\n`).join(''));

const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const describeMain = (folder: string): string => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/mail.log
maillog_file_prefixes = ${folder}
mail_owner = postfix
setgid_group = postdrop
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.mail.test
mydestination =
mynetworks =
virtual_mailbox_domains = mail.test
virtual_mailbox_maps = texthash:${folder}/config/mailboxes
virtual_mailbox_base = ${folder}/boxes
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_minimum_uid = 100
message_size_limit = 20000
virtual_mailbox_limit = 0
header_checks = regexp:${folder}/config/headers
smtpd_sender_restrictions = check_sender_access texthash:${folder}/config/senders
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access texthash:${folder}/config/recipients
smtpd_client_connection_rate_limit = 0
smtpd_error_sleep_time = 0
smtpd_hard_error_limit = 1000
smtpd_soft_error_limit = 1000
smtpd_peername_lookup = no
smtpd_tls_security_level = none
`;

const describeMaster = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;
