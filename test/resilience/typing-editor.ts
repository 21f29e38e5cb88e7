import { expect } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { pickOne, type Random } from '#demo/random.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { EditingStore } from './editing-store.ts';

/** A text that somebody writes: a report saves by itself, a post by its button. */
export type Manuscript = {
  /** Opens it and waits until it can be written in. */
  readonly open: (page: Page) => Promise<void>;
  /** Puts the cursor behind the text of a field. */
  readonly enter: (page: Page, field: string) => Promise<void>;
  readonly fields: readonly string[];
  readonly readShown: (page: Page, field: string) => Promise<string>;
  /** Returns the stored value. */
  readonly readStored: (field: string) => Promise<string>;
  /** Waits until it has saved by itself, if it does so. */
  readonly settle: (page: Page) => Promise<void>;
  /** Resolves once the page says that everything is saved. */
  readonly save: (page: Page) => Promise<void>;
  /** The field's text if the page says now that it is saved. */
  readonly readAcknowledged: (page: Page, field: string) => Promise<string | undefined>;
  /** Presses what saves, and waits for no answer. */
  readonly pressSave: (page: Page) => Promise<void>;
};

const editorOf = '.ProseMirror';

/**
 * Opens a page, once more if a store with too much to do refuses it or a form that was sent before
 * is answered just then, and waits for its editor.
 */
async function openEditor(page: Page, url: string, editor: string): Promise<void> {
  await waitUntil(`${url} is open`, async () => {
    const response = await page.goto(url).catch((error: unknown) => {
      if (/interrupted by another navigation/.test(String(error))) return undefined;
      throw error;
    });
    return response && response.status() !== 503;
  });
  await page.waitForSelector(editor).catch(async (error: unknown) => {
    const shown = await page.locator('body').innerText();
    throw new Error(`${page.url()} has no ${editor}: ${shown.slice(0, 500)}`, { cause: error });
  });
}

async function enterEnd(page: Page, selector: string): Promise<void> {
  await page.focus(selector);
  await page.keyboard.press('Control+End');
}

const readText = (page: Page, selector: string): Promise<string> =>
  page.evaluate((query) => {
    const element = document.querySelector(query);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      return element.value;
    return element?.textContent ?? '';
  }, selector);

const reportFields = {
  title: '[data-path="title"] input',
  shortDescription: '[data-path="shortDescription"] textarea',
  description: editorOf,
  faqs: '[name="faqs.0.question"]',
} as const;
const selectorOf = (field: string): string =>
  reportFields[field as keyof typeof reportFields] ?? editorOf;

/** The draft of a report. */
export function createReportManuscript({ origin, db }: EditingStore, id: number): Manuscript {
  const savedState = '[data-edit-status][data-state="saved"]';
  return {
    fields: Object.keys(reportFields),
    open: async (page) => {
      await openEditor(page, `${origin}/admin/reports/${id}/edit`, 'form[data-connected]');
      await page.waitForSelector(editorOf);
    },
    enter: (page, field) => enterEnd(page, selectorOf(field)),
    readShown: (page, field) => readText(page, selectorOf(field)),
    readStored: async (field) => {
      const draft = await db
        .selectFrom('reportDraft')
        .select('changes')
        .where('reportId', '=', id)
        .executeTakeFirst();
      const changes: Readonly<Record<string, unknown>> = draft?.changes ?? {};
      return joinTexts(changes[field]);
    },
    settle: async (page) => void (await page.waitForSelector(savedState)),
    // If all had been saved before the page was opened, its editor has nothing to say.
    save: async (page) => {
      const selector = `${savedState}, [data-edit-status]:not([data-state])`;
      await page.waitForSelector(selector, { state: 'attached' });
    },
    readAcknowledged: (page, field) =>
      // Both in one go: between two of them something may be typed.
      page.evaluate(
        ([state = '', query = '']) => {
          const element = document.querySelector(query);
          if (!document.querySelector(state)) return undefined;
          const isControl =
            element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
          return (isControl ? element.value : element?.textContent) ?? '';
        },
        [savedState, selectorOf(field)],
      ),
    pressSave: async () => {},
  };
}

/** All texts within a value, one after the other. */
function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(joinTexts).join('');
  if (typeof value !== 'object' || value === null) return '';
  const { question, text, runs } = value as Readonly<Record<string, unknown>>;
  return [question, text, runs].map(joinTexts).join('');
}

/** A blog post. */
export function createPostManuscript({ origin, db }: EditingStore, id: number): Manuscript {
  const url = `${origin}/admin/content/blog/${id}`;
  const press = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).click({ noWaitAfter: true });
  };
  return {
    fields: ['html'],
    open: (page) => openEditor(page, url, editorOf),
    enter: (page) => enterEnd(page, editorOf),
    readShown: (page) => readText(page, editorOf),
    readStored: async () => {
      const post = await db
        .selectFrom('blogPost')
        .select('html')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return post.html.replaceAll(/<[^>]*>/g, '');
    },
    settle: async () => {},
    save: async (page) => {
      await press(page);
      await page.waitForSelector('.admin-flash:not(.admin-kept)');
    },
    readAcknowledged: () => Promise.resolve(undefined),
    // Until the form is answered or lost: what is opened next would be cut off by it.
    pressSave: async (page) => {
      const isPost = (request: Request): boolean => request.method() === 'POST';
      const sent = Promise.race([
        page.waitForEvent('requestfinished', isPost),
        page.waitForEvent('requestfailed', isPost),
      ]);
      await press(page);
      await sent;
    },
  };
}

const words = 'tin lead zinc nickel copper silver demand supply price output share growth'.split(
  ' ',
);

/** Somebody who types, and knows what they have typed. */
export class Typist {
  readonly #random: Random;
  readonly #typed = new Map<string, string>();
  keystrokes = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Types words where the cursor stands, as fast as people do. */
  async type(page: Page, key: string, count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      const word = `${pickOne(this.#random, words)} `;
      this.#typed.set(key, this.getTyped(key) + word);
      this.keystrokes += word.length;
      await page.keyboard.type(word, { delay: 10 + this.#random(40) });
    }
  }

  getTyped(key: string): string {
    return this.#typed.get(key) ?? '';
  }

  /** Sets a text that was there before the typist came. */
  setTyped(key: string, text: string): void {
    this.#typed.set(key, text);
  }
}

/** The text of the field is what was typed, in the browser. */
export const expectShown = async (
  manuscript: Manuscript,
  page: Page,
  field: string,
  typed: string,
): Promise<void> => {
  await waitUntil(`${field} shows what was typed`, async () => {
    const shown = await manuscript.readShown(page, field);
    return shown.trimEnd() === typed.trimEnd();
  }).catch(async () => expect(await manuscript.readShown(page, field)).toBe(typed));
};
