import { ConfigError } from '../settings/config-error.ts';

type Listener = {
  /** The listener's name in a sentence: "the site", "the PayPal simulator". */
  readonly name: string;
  readonly port: number;
  readonly host: string;
  /** The person's remedy for a port that can't be used. */
  readonly remedy: string;
};

/**
 * A ConfigError with one sentence if the system refuses the port or the address; any other error
 * as it is.
 */
export function explainListenError(error: unknown, listener: Listener): unknown {
  const { name, port, host, remedy } = listener;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} for ${name} is taken by another program: end that one, or ${remedy}.`,
    EACCES: `This account may not use port ${port} for ${name}: ${remedy}.`,
    ERR_SOCKET_BAD_PORT: `There is no port ${port} for ${name}: ${remedy}.`,
    EADDRNOTAVAIL: `This machine has no address ${host} for ${name}: set HOST to one of its own.`,
    ENOTFOUND: `The address ${host} for ${name} is unknown: set HOST to one of this machine's.`,
  };
  const sentence = reasons[code];
  return sentence === undefined ? error : new ConfigError(sentence);
}
