import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createRandom, type Random } from '#demo/random.ts';
import { launchBrowser, openPage } from '../support/browser.ts';
import { readForm } from '../admin/read-form.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openEditingStore, type EditingStore } from './editing-store.ts';
import {
  createPostManuscript,
  createReportManuscript,
  expectShown,
  Typist,
  type Manuscript,
} from './typing-editor.ts';

/** Kills; FAULT_RUNS asks for more, and half as many sessions end. */
const kills = Number(process.env['FAULT_RUNS'] ?? 2);
const endedSessions = process.env['FAULT_RUNS'] === undefined ? 2 : Math.ceil(kills / 2);
const seed = Number(process.env['FAULT_SEED'] ?? 20261122);

let store: EditingStore;
let browser: Browser;
beforeAll(async () => {
  [store, browser] = [await openEditingStore(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await store?.close();
});

type Fault = 'killed' | 'signed out';

/** All faults in a random order. */
function shuffleFaults(random: Random): Fault[] {
  const faults: Fault[] = [
    ...Array.from({ length: kills }, () => 'killed' as const),
    ...Array.from({ length: endedSessions }, () => 'signed out' as const),
  ];
  for (let i = faults.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [faults[i], faults[j]] = [faults[j] ?? 'killed', faults[i] ?? 'killed'];
  }
  return faults;
}

/** Sends the form at the path and returns the number of what it made. */
async function create(
  context: BrowserContext,
  path: string,
  form: Record<string, string>,
): Promise<number> {
  const response = await context.request.post(store.origin + path, {
    form,
    headers: { origin: store.origin },
    maxRedirects: 0,
  });
  const [, id] = /\/(\d+)(?:\/|$)/.exec(response.headers()['location'] ?? '') ?? [];
  if (id === undefined) throw new Error(`nothing was made: ${await response.text()}`);
  return Number(id);
}

async function createReport(context: BrowserContext): Promise<number> {
  const industry = await store.db.selectFrom('industry').select('slug').executeTakeFirst();
  const report = { code: 'TYPED-1', title: 'Tin', industry: industry?.slug ?? '' };
  return create(context, '/admin/reports/new', { intent: 'create', ...report });
}

const createPost = (context: BrowserContext): Promise<number> =>
  create(context, '/admin/content/blog/new', {
    intent: 'save',
    version: '',
    name: 'Typed',
    html: '<p>Metals: </p>',
    state: 'draft',
  });

type Counts = { keystrokes: number; closedTabs: number; acknowledged: number };

/** One editor over all faults. */
class Editing {
  readonly counts: Counts = { keystrokes: 0, closedTabs: 0, acknowledged: 0 };
  readonly #random: Random;
  readonly #typist: Typist;
  readonly #context: BrowserContext;
  #page: Page;

  constructor(random: Random, page: Page) {
    this.#random = random;
    this.#typist = new Typist(random);
    this.#page = page;
    this.#context = page.context();
  }

  /** Types in a field while the fault happens, and looks for every keystroke afterwards. */
  async suffer(fault: Fault, manuscript: Manuscript): Promise<void> {
    const { fields } = manuscript;
    const field = fields[this.#random(fields.length)] ?? '';
    const key = `${fields.length} ${field}`;
    await manuscript.open(this.#page);
    this.#typist.setTyped(key, await manuscript.readShown(this.#page, field));
    await manuscript.enter(this.#page, field);
    await this.#typist.type(this.#page, key, 1 + this.#random(2));
    // In half of the cases everything is acknowledged when it happens.
    const isSettled = this.#random(2) === 0;
    if (isSettled) await manuscript.settle(this.#page);
    const striking = this.#strike(fault, manuscript, field);
    if (isSettled) await striking;
    await this.#typist.type(this.#page, key, 3 + this.#random(6));
    await striking;
    await this.#typist.type(this.#page, key, 1 + this.#random(2));
    await expectShown(manuscript, this.#page, field, this.#typist.getTyped(key));
    if (this.#random(4) === 0) await this.#closeTab();
    else await manuscript.pressSave(this.#page);
    await this.#heal(fault);
    await this.#finish(manuscript, { field, key });
    this.counts.keystrokes = this.#typist.keystrokes;
  }

  /** The fault at a random moment; what the page called saved before it is in the database. */
  async #strike(fault: Fault, manuscript: Manuscript, field: string): Promise<void> {
    const acknowledged = await manuscript.readAcknowledged(this.#page, field);
    if (acknowledged === undefined) await sleep(this.#random(2000));
    if (fault === 'killed') await store.kill();
    else await store.endSession();
    if (acknowledged === undefined) return;
    this.counts.acknowledged++;
    expect(await manuscript.readStored(field)).toContain(acknowledged.trimEnd());
  }

  /** The tab is closed with what it has; another one is there later. */
  async #closeTab(): Promise<void> {
    this.counts.closedTabs++;
    // As closing does, it tells the page that it goes, and waits until it is gone.
    await this.#page.goto('about:blank');
    await this.#page.close();
    this.#page = await this.#context.newPage();
  }

  async #heal(fault: Fault): Promise<void> {
    if (fault === 'killed') await store.start();
    else await store.signIn(this.#context);
  }

  async #finish(
    manuscript: Manuscript,
    { field, key }: { readonly field: string; readonly key: string },
  ): Promise<void> {
    const typed = this.#typist.getTyped(key);
    const isOpen = this.#page.url().endsWith('/edit');
    // A report's editor goes on by itself; every other page is opened again.
    if (!isOpen) await manuscript.open(this.#page);
    await expectShown(manuscript, this.#page, field, typed);
    await manuscript.save(this.#page);
    await waitUntil(`${field} is stored`, async () => {
      const stored = await manuscript.readStored(field);
      return stored.trimEnd() === typed.trimEnd();
    }).catch(async () => expect(await manuscript.readStored(field)).toBe(typed));
  }
}

test(
  'F24, F-48: the server is killed and sessions end while somebody types: no keystroke is lost',
  async () => {
    const random = createRandom(seed);
    const page = await openPage(browser, { width: 1440 });
    await store.signIn(page.context());
    const report = createReportManuscript(store, await createReport(page.context()));
    const post = createPostManuscript(store, await createPost(page.context()));
    const editing = new Editing(random, page);
    for (const [i, fault] of shuffleFaults(random).entries()) {
      // Each way once in the short form as well.
      const manuscript = (kills > 2 ? random(3) === 0 : i % 2 === 1) ? post : report;
      await editing.suffer(fault, manuscript);
    }
    console.log(
      `${kills} kills and ${endedSessions} ended sessions (seed ${seed}): ` +
        `${JSON.stringify(editing.counts)}, no keystroke lost`,
    );
    expect(editing.counts.keystrokes).toBeGreaterThan((kills + endedSessions) * 20);
  },
  Math.max(600_000, (kills + endedSessions) * 60_000),
);

test('F27: what was scheduled before the server was killed is live after its restart', async () => {
  const { origin, db } = store;
  const context = (await openPage(browser, { width: 1440 })).context();
  await store.signIn(context);
  const { id, slug } = await db
    .selectFrom('report')
    .select(['id', 'slug'])
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  const post = async (path: string, intent: string, fields: Record<string, string>) => {
    const page = await (await context.request.get(origin + path)).text();
    const form = { ...readForm(page, intent), ...fields };
    const options = { form, headers: { origin }, maxRedirects: 0 };
    expect((await context.request.post(origin + path, options)).status()).toBe(303);
  };
  await post(`/admin/reports/${id}/edit`, 'save', { title: 'Live after a restart' });
  const publishAt = '2099-01-01T09:00';
  await post(`/admin/reports/${id}/publish`, 'schedule', { publishAt, kind: 'correction' });
  await store.kill();
  // Its time comes while nothing runs.
  await db.updateTable('reportSchedule').set({ publishAt: new Date() }).execute();
  await store.start();
  await waitUntil('the page has its new title', async () =>
    (await (await fetch(`${origin}/${slug}`)).text()).includes('Live after a restart'),
  );
});
