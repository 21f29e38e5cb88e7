import { AsyncLocalStorage } from 'node:async_hooks';

/** Fields of every line that is logged while a request is answered or a job runs. */
export type RequestContext = {
  /** Of the request; in a job, of the request that queued it. */
  readonly requestId?: string;
  /** The job's name, such as "orders.deliver". */
  readonly job?: string;
  readonly jobId?: string;
  /** Is told that cached pages are dropped once a transaction of this work commits. */
  readonly onInvalidate?: () => void;
};

const contexts = new AsyncLocalStorage<RequestContext>();

/** Everything that `work` calls and awaits finds `context`, and so do the lines that it logs. */
export const runInContext = <T>(context: RequestContext, work: () => T): T =>
  contexts.run(context, work);

/** The context of the request or job that this code runs for; empty outside of both. */
export const getRequestContext = (): RequestContext => contexts.getStore() ?? {};
