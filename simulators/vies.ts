/** A local VIES: the same protocol as the Commission's, with numbers that decide the answer. */
import { z } from 'zod';
import { MalformedRequest, parseJsonObject, startLoopbackServer } from './loopback-server.ts';

export type ViesSimulator = {
  /** The REST API's base URL. */
  readonly baseUrl: string;
  readonly origin: string;
  readonly close: () => Promise<void>;
};

const requestSchema = z.object({
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  vatNumber: z.string().min(1).max(20),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
});

/**
 * Starts it on the loopback address. Numbers that end with 0 are unknown, numbers that end with 99
 * belong to a member state that is away, all others are valid.
 */
export async function startViesSimulator(options: {
  readonly port: number;
  /** Hears of the simulator's own faults, which do not end it. */
  readonly onFault?: (error: unknown) => void;
}): Promise<ViesSimulator> {
  const { port, close } = await startLoopbackServer({
    port: options.port,
    onFault: options.onFault,
    handle: ({ req, res, url, body }) => {
      const isCheck = req.method === 'POST' && url.pathname === '/rest-api/check-vat-number';
      const [status, answer] = isCheck ? check(body) : [404, { actionSucceed: false }];
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  });
  const origin = `http://localhost:${port}`;
  return { origin, baseUrl: `${origin}/rest-api`, close };
}

function check(body: string): [status: number, answer: object] {
  const { data, error } = requestSchema.safeParse(parseJsonObject(body));
  if (!data) throw new MalformedRequest(z.prettifyError(error));
  const { countryCode, vatNumber, requesterNumber } = data;
  if (vatNumber.endsWith('99'))
    return [200, { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }];
  const isValid = !vatNumber.endsWith('0');
  const requestDate = new Date().toISOString();
  const requestIdentifier = isValid && requesterNumber ? `WAPIAAAA${vatNumber}` : '';
  const trader = { name: isValid ? 'A business' : '---', address: '---' };
  return [
    200,
    { countryCode, vatNumber, requestDate, valid: isValid, requestIdentifier, ...trader },
  ];
}
