/** Thrown if work is refused, because too much of it is waiting already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export type WorkQueueLimits = {
  readonly maxRunning: number;
  /** The most of these that one client may have; by default as many as may run. */
  readonly maxRunningPerClient?: number;
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** While this is true, nothing is taken. */
  readonly isRefusing?: () => boolean;
};

type Waiter = { readonly start: () => void; readonly refuse: () => void };

/**
 * Bounds how much work is under way. What comes beyond it waits briefly, and clients take turns:
 * one that asks for two hundred things at once delays the others by one of them. If the queue is
 * full, the newest work of the client that waits for most is refused.
 */
export class WorkQueue {
  readonly #limits: Required<WorkQueueLimits>;
  readonly #runningByClient = new Map<string, number>();
  /** Clients in the order of their next turn, each with its work in the order of its requests. */
  readonly #waitingByClient = new Map<string, Waiter[]>();
  #runningCount = 0;
  #waitingCount = 0;

  constructor(limits: WorkQueueLimits) {
    this.#limits = {
      maxRunningPerClient: limits.maxRunning,
      isRefusing: () => false,
      ...limits,
    };
  }

  get isIdle(): boolean {
    return this.#runningCount === 0;
  }

  /** Does the work in its turn. Throws QueueFullError if it got none in time. */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    const release = await this.enter(client);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * Resolves when the client's turn has come, to a function that ends it (once, however often it is
   * called). Throws QueueFullError if it got none in time.
   */
  async enter(client: string): Promise<() => void> {
    if (this.#limits.isRefusing()) throw new QueueFullError('no work is taken');
    if (!this.#hasRoomFor(client)) await this.#wait(client);
    else this.#start(client);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#end(client);
    };
  }

  #hasRoomFor(client: string): boolean {
    const { maxRunning, maxRunningPerClient } = this.#limits;
    const ownCount = this.#runningByClient.get(client) ?? 0;
    return this.#runningCount < maxRunning && ownCount < maxRunningPerClient;
  }

  #start(client: string): void {
    this.#runningCount++;
    this.#runningByClient.set(client, (this.#runningByClient.get(client) ?? 0) + 1);
  }

  #end(client: string): void {
    this.#runningCount--;
    const ownCount = (this.#runningByClient.get(client) ?? 1) - 1;
    if (ownCount === 0) this.#runningByClient.delete(client);
    else this.#runningByClient.set(client, ownCount);
    this.#startNext();
  }

  #wait(client: string): Promise<void> {
    if (this.#waitingCount >= this.#limits.maxWaiting && !this.#makeRoomFor(client))
      return Promise.reject(new QueueFullError('too much work is waiting'));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(new QueueFullError('the work has waited too long'));
        },
      };
      const timer = setTimeout(() => {
        this.#remove(client, waiter);
        waiter.refuse();
      }, this.#limits.maxWaitMs);
      this.#waitingCount++;
      this.#waitingByClient.set(client, [...(this.#waitingByClient.get(client) ?? []), waiter]);
    });
  }

  /** Refuses the newest work of the client that waits for most; false if it is this client. */
  #makeRoomFor(client: string): boolean {
    let [largest, most] = [client, this.#waitingByClient.get(client)?.length ?? 0];
    for (const [name, { length }] of this.#waitingByClient)
      if (length > most + 1) [largest, most] = [name, length];
    const newest = this.#waitingByClient.get(largest)?.at(-1);
    if (largest === client || !newest) return false;
    this.#remove(largest, newest);
    newest.refuse();
    return true;
  }

  #remove(client: string, waiter: Waiter): void {
    const rest = (this.#waitingByClient.get(client) ?? []).filter((other) => other !== waiter);
    if (rest.length === 0) this.#waitingByClient.delete(client);
    else this.#waitingByClient.set(client, rest);
    this.#waitingCount--;
  }

  /** The client whose turn it is goes to the end of the line with the rest of its work. */
  #startNext(): void {
    for (const [client, [next, ...rest]] of this.#waitingByClient) {
      if (!next || !this.#hasRoomFor(client)) continue;
      this.#waitingByClient.delete(client);
      if (rest.length > 0) this.#waitingByClient.set(client, rest);
      this.#waitingCount--;
      this.#start(client);
      next.start();
      return;
    }
  }
}
