import { expect, test } from 'vitest';
import { QueueFullError, WorkQueue } from './work-queue.ts';

const limits = { maxRunning: 1, maxWaiting: 4, maxWaitMs: 60_000 };

/** Work that runs until it is released, noted when it starts. */
function createWork(queue: WorkQueue) {
  const started: string[] = [];
  const refused: string[] = [];
  const releases: (() => void)[] = [];
  /** The client is the first letter of the name. */
  const enter = async (name: string): Promise<void> => {
    try {
      const release = await queue.enter(name.slice(0, 1));
      started.push(name);
      releases.push(release);
    } catch (error) {
      if (error instanceof QueueFullError) refused.push(name);
    }
  };
  return {
    started,
    refused,
    add: (name: string) => void enter(name),
    /** Ends the oldest work; what follows has started afterwards. */
    endOldest: async () => {
      releases.shift()?.();
      await settle();
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('F-34 no more work runs than allowed, and clients take turns', async () => {
  const work = createWork(new WorkQueue({ ...limits, maxRunning: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1']) work.add(name);
  await settle();
  expect(work.started).toEqual(['a1', 'a2']);
  for (let i = 0; i < 6; i++) await work.endOldest();
  expect(work.started).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'a5']);
});

test('where the queue is full, the client that waits for most is refused', async () => {
  const work = createWork(new WorkQueue(limits));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1', 'b2']) work.add(name);
  await settle();
  expect(work.refused).toEqual(['a6', 'a5', 'a4', 'b2']);
  for (let i = 0; i < 5; i++) await work.endOldest();
  expect(work.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('one client has no more than its share', async () => {
  const work = createWork(new WorkQueue({ ...limits, maxRunning: 3, maxRunningPerClient: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'b1']) work.add(name);
  await settle();
  expect(work.started).toEqual(['a1', 'a2', 'b1']);
  await work.endOldest();
  expect(work.started).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('work that waits too long is refused, and takes no place later', async () => {
  const queue = new WorkQueue({ ...limits, maxWaitMs: 1 });
  const release = await queue.enter('a');
  await expect(queue.enter('b')).rejects.toThrow(QueueFullError);
  release();
  release();
  expect(queue.isIdle).toBe(true);
  expect(await queue.run('c', async () => 'done')).toBe('done');
});

test('work that fails gives its place back', async () => {
  const queue = new WorkQueue(limits);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue.run('a', async () => 'done')).toBe('done');
});

test('nothing is taken while the queue refuses', async () => {
  let isRefusing = true;
  const queue = new WorkQueue({ ...limits, isRefusing: () => isRefusing });
  await expect(queue.enter('a')).rejects.toThrow(QueueFullError);
  isRefusing = false;
  expect(await queue.run('a', async () => 'done')).toBe('done');
});
