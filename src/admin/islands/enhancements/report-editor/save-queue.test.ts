import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SavedFields } from '#core/catalogue/index.ts';
import { SaveQueue, type Conflict, type Pending, type SaveState, type Sent } from './save-queue.ts';

type Fate = 'answered' | 'killed before' | 'killed after' | 'on its way' | 'signed out';
type Changes = readonly { path: string; before: unknown; after: unknown }[];

/** A server as the core is one: a field that is what its sender began with is theirs now. */
class FakeServer {
  values: Record<string, unknown> = { title: 'T', pages: null };
  revision = 1;
  /** Requests that have no answer and arrive at some time. */
  readonly onTheirWay: Changes[] = [];

  arrive(): void {
    const changes = this.onTheirWay.shift();
    if (changes) this.save(changes);
  }

  save(changes: Changes): SavedFields {
    const saved: string[] = [];
    const conflicts: object[] = [];
    for (const { path, before, after } of changes) {
      const theirs = this.values[path] ?? null;
      if (theirs !== after && theirs !== before) conflicts.push({ path, yours: after, theirs });
      else {
        if (theirs !== after) this.revision++;
        this.values[path] = after;
        saved.push(path);
      }
    }
    const answer = { revision: this.revision, saved, conflicts, changedByOthers: [], editors: [] };
    return answer as unknown as SavedFields;
  }
}

/** A browser with two fields, which may be closed and opened again. */
class FakeBrowser {
  readonly texts: Record<string, unknown> = {};
  readonly conflicts: Conflict[] = [];
  state: SaveState = 'saved';
  queue: SaveQueue;
  readonly #stored: Map<string, Pending>;
  #due: { readonly at: number; readonly run: () => void }[] = [];
  #now = 0;

  constructor(server: FakeServer, fates: Fate[], stored = new Map<string, Pending>()) {
    this.#stored = stored;
    Object.assign(this.texts, server.values);
    this.queue = new SaveQueue({
      revision: server.revision,
      values: { ...server.values },
      read: (path) => this.texts[path] ?? null,
      send: async (changes): Promise<Sent> => {
        const fate = fates.shift() ?? 'answered';
        if (fate === 'signed out') return { kind: 'signed-out' };
        if (fate === 'on its way') server.onTheirWay.push(changes);
        if (fate === 'killed before' || fate === 'on its way') return { kind: 'unreachable' };
        const answer = server.save(changes);
        return fate === 'answered' ? { kind: 'saved', answer } : { kind: 'unreachable' };
      },
      keep: (path, pending) => {
        if (pending) stored.set(path, pending);
        else stored.delete(path);
      },
      onState: (state) => (this.state = state),
      onConflict: (conflict) => this.conflicts.push(conflict),
      onAnswer: () => {},
      after: (ms, run) => void this.#due.push({ at: this.#now + ms, run }),
    });
    for (const [path, pending] of stored) {
      this.texts[path] = pending.after;
      this.queue.restore(path, pending);
    }
  }

  type(path: string, text: unknown): void {
    this.texts[path] = text;
    this.queue.touch(path, this.#now);
  }

  async pass(ms: number): Promise<void> {
    this.#now += ms;
    const due = this.#due.filter(({ at }) => at <= this.#now);
    this.#due = this.#due.filter(({ at }) => at > this.#now);
    for (const { run } of due) {
      run();
      // The answer of the fake server is some promises away.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** The tab is closed and the page opened again. */
  reopen(server: FakeServer, fates: Fate[]): FakeBrowser {
    this.#due = [];
    return new FakeBrowser(server, fates, this.#stored);
  }
}

test('nothing is sent while somebody types, and one request is on its way at a time', async () => {
  const server = new FakeServer();
  const browser = new FakeBrowser(server, []);
  for (const text of ['A', 'Ab', 'Abc']) {
    browser.type('title', text);
    await browser.pass(500);
    expect(server.values['title']).toBe('T');
  }
  await browser.pass(800);
  expect([server.values['title'], server.revision, browser.state]).toEqual(['Abc', 2, 'saved']);
  expect(browser.queue.hasUnsaved).toBe(false);
});

test('what somebody else wrote in the same field is shown, and nothing is overwritten', async () => {
  const server = new FakeServer();
  const browser = new FakeBrowser(server, []);
  browser.type('title', 'Mine');
  server.values['title'] = 'Theirs';
  await browser.pass(800);
  expect(browser.conflicts).toMatchObject([{ yours: 'Mine', theirs: 'Theirs' }]);
  expect([browser.texts['title'], server.values['title']]).toEqual(['Mine', 'Theirs']);
  browser.type('pages', 7);
  await browser.pass(800);
  expect(server.values).toEqual({ title: 'Theirs', pages: 7 });
  browser.queue.overwrite('title', 'Theirs');
  await browser.pass(0);
  await browser.pass(800);
  expect(server.values['title']).toBe('Mine');
});

test('a request that is saved late, when the page is open again, is no conflict with what follows', async () => {
  const server = new FakeServer();
  const browser = new FakeBrowser(server, ['on its way']);
  browser.type('title', 'First');
  await browser.pass(800);
  const again = browser.reopen(server, []);
  server.arrive();
  again.type('title', 'First, and more');
  await again.pass(800);
  await again.pass(800);
  expect([server.values['title'], again.conflicts]).toEqual(['First, and more', []]);
  expect([again.state, again.queue.hasUnsaved]).toEqual(['saved', false]);
});

test('a change that an earlier form of the program left in the browser is taken up', async () => {
  const server = new FakeServer();
  const left = { before: 'T', after: 'First', sent: { value: 'First' } } as unknown as Pending;
  const browser = new FakeBrowser(server, [], new Map([['title', left]]));
  await browser.pass(0);
  expect([server.values['title'], browser.state]).toEqual(['First', 'saved']);
});

test('a text of somebody else is a conflict, though requests from here had no answer', async () => {
  const server = new FakeServer();
  const browser = new FakeBrowser(server, ['killed before']);
  browser.type('title', 'First');
  await browser.pass(800);
  const again = browser.reopen(server, []);
  server.values['title'] = 'Theirs';
  again.type('title', 'First, and more');
  await again.pass(800);
  await again.pass(800);
  expect(again.conflicts).toMatchObject([{ yours: 'First, and more', theirs: 'Theirs' }]);
  expect(server.values['title']).toBe('Theirs');
});

test('F24: kills, ended sessions, late requests and closed tabs while typing lose no keystroke', async () => {
  const kills: Fate[] = Array.from(
    { length: 200 },
    (_, i) =>
      // A quarter each: before it was saved, after it was saved, saved late, and signed out.
      (['killed before', 'killed after', 'on its way', 'signed out'] as const)[i % 4] ?? 'answered',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(kills, { minLength: kills.length }),
      fc.array(fc.constantFrom('type', 'wait', 'reopen', 'arrive'), {
        minLength: 200,
        maxLength: 400,
      }),
      async (fates, steps) => {
        const server = new FakeServer();
        const left = [...fates];
        let browser = new FakeBrowser(server, left);
        let text = '';
        for (const step of steps) {
          if (step === 'type') browser.type('title', (text += 'x'));
          else if (step === 'wait') await browser.pass(900);
          else if (step === 'arrive') server.arrive();
          else browser = browser.reopen(server, left);
          expect(browser.texts['title']).toBe(text === '' ? 'T' : text);
        }
        for (let i = 0; i < 400 && browser.queue.hasUnsaved; i++) await browser.pass(3000);
        expect([server.values['title'], browser.conflicts]).toEqual([text === '' ? 'T' : text, []]);
      },
    ),
    { numRuns: 30 },
  );
});
