import type { Client } from 'pg';
import { stepLimitMs, within } from './wait-until.ts';

const limited = new WeakSet<object>();

/** True at the first call for each of them: files of one process share what is limited. */
function isFirst(owner: object): boolean {
  if (limited.has(owner)) return false;
  limited.add(owner);
  return true;
}

/** Ways to read an answer's body. */
const reads = ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text'] as const;

/**
 * From now on the owner's `fetch` rejects, with method and address, if no answer comes within the
 * limit, and so does reading the answer's body at once. A body that a test streams has no limit.
 */
export function limitFetch(owner: { fetch: typeof fetch }, limitMs = stepLimitMs): void {
  if (!isFirst(owner.fetch)) return;
  const ask = owner.fetch;
  owner.fetch = async (input, init) => {
    const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
    const call = `${method} ${input instanceof Request ? input.url : String(input)}`;
    const answer = await within(`${call} has answered`, ask(input, init), limitMs);
    for (const name of reads) {
      const read = answer[name].bind(answer) as () => Promise<unknown>;
      const readWithin = (): Promise<unknown> =>
        within(`the body of ${call} has come`, read(), limitMs);
      Object.defineProperty(answer, name, { value: readWithin, configurable: true });
    }
    return answer;
  };
  limited.add(owner.fetch);
}

type Query = (...args: unknown[]) => unknown;

/**
 * From now on a query of these clients rejects, with its SQL, if it is not answered within the limit.
 * Its connection ends then, so that nobody else waits for it.
 */
export function limitQueries(clients: Client, limitMs = stepLimitMs): void {
  if (!isFirst(clients)) return;
  const query = Reflect.get(clients, 'query') as Query;
  const limitedQuery = function limitedQuery(this: Client, ...args: unknown[]): unknown {
    const asked = Reflect.apply(query, this, args);
    if (!(asked instanceof Promise)) return asked;
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { readonly text?: string }).text;
    const timer = setTimeout(() => endConnection(this), limitMs + 100);
    const settled = asked.finally(() => clearTimeout(timer));
    return within(`PostgreSQL has answered "${text?.slice(0, 200)}"`, settled, limitMs);
  };
  Reflect.set(clients, 'query', limitedQuery);
}

/** Not `end`, which waits for the query. */
const endConnection = (client: Client): void =>
  (
    client as unknown as { connection: { stream: { destroy: () => void } } }
  ).connection.stream.destroy();
