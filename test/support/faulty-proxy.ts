import net, { type AddressInfo } from 'node:net';

/**
 * A proxy's fault: "delayed" passes every piece of an answer on so much later, "cut" ends a
 * connection after so many bytes of its answers, "dead" ends every connection at once.
 */
export type ProxyFault =
  | { readonly kind: 'none' }
  | { readonly kind: 'delayed'; readonly delayMs: number }
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'dead' };

export type FaultyProxy = {
  readonly port: number;
  /** Holds for open connections, too; "dead" ends them. */
  readonly setFault: (fault: ProxyFault) => void;
  /** Number of pieces of answers that were held back so far. */
  readonly countDelays: () => number;
  readonly close: () => void;
};

/** A TCP proxy on the loopback address before a server that may be started later. */
export async function startFaultyProxy(
  getTarget: () => { readonly port: number; readonly host: string },
): Promise<FaultyProxy> {
  let fault: ProxyFault = { kind: 'none' };
  let delays = 0;
  const clients = new Set<net.Socket>();
  const server = net.createServer((client) => {
    if (fault.kind === 'dead') {
      client.destroy();
      return;
    }
    clients.add(client);
    client.on('close', () => clients.delete(client));
    passOn(client, net.connect(getTarget()), () => {
      if (fault.kind === 'delayed') delays++;
      return fault;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const destroyClients = (): void => clients.forEach((client) => client.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    countDelays: () => delays,
    setFault: (next) => {
      fault = next;
      if (next.kind === 'dead') destroyClients();
    },
    close: () => {
      server.close();
      destroyClients();
    },
  };
}

/** Connects both; the fault is asked for each piece of the answer, and pieces keep their order. */
function passOn(client: net.Socket, target: net.Socket, nextFault: () => ProxyFault): void {
  let answeredBytes = 0;
  let passAt = 0;
  const passLater = (pass: () => void, delayMs = 0): void => {
    passAt = Math.max(passAt, performance.now() + delayMs);
    setTimeout(() => client.destroyed || pass(), Math.max(0, passAt - performance.now()));
  };
  client.pipe(target);
  target.on('data', (part) => {
    const fault = nextFault();
    const excessBytes =
      fault.kind === 'cut' ? Math.max(0, answeredBytes + part.length - fault.afterBytes) : 0;
    answeredBytes += part.length;
    const allowed = part.subarray(0, Math.max(0, part.length - excessBytes));
    passLater(() => client.write(allowed), fault.kind === 'delayed' ? fault.delayMs : 0);
    if (excessBytes > 0) passLater(() => client.destroySoon());
  });
  target.on('end', () => passLater(() => client.end()));
  target.on('error', () => client.destroy());
  client.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
}
