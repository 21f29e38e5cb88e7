/**
 * Saves fields one request after the other, some time after typing. Whatever is not acknowledged
 * stays: in the browser's storage, and in this queue, which tries again for as long as it takes.
 * An answer never changes what a person has typed.
 */
import type { SavedFields } from '#core/catalogue/index.ts';
import { isSameValue } from './same-value.ts';

export type Conflict = SavedFields['conflicts'][number];
type Change = { readonly path: string; readonly before: unknown; readonly after: unknown };

/** The outcome of a request. */
export type Sent =
  | { readonly kind: 'saved'; readonly answer: SavedFields }
  /** The session has ended: signed in again, the same request goes through. */
  | { readonly kind: 'signed-out' }
  /** No answer, or the server's fault: the request may have been saved all the same. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'refused'; readonly message: string };

/** A change that is not acknowledged; `sent` are values of it that may be saved, or will be yet. */
export type Pending = {
  readonly before: unknown;
  readonly after: unknown;
  readonly sent?: readonly unknown[];
};

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'unreachable' | 'signed-out' | 'refused';

export type QueueOptions = {
  readonly revision: number;
  /** Field to what the server has. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Returns the present value of a field's controls. */
  readonly read: (path: string) => unknown;
  readonly send: (changes: readonly Change[], revision: number) => Promise<Sent>;
  /** Keeps a change in the browser; undefined forgets it. */
  readonly keep: (path: string, pending: Pending | undefined) => void;
  readonly onState: (state: SaveState, message?: string) => void;
  readonly onConflict: (conflict: Conflict) => void;
  readonly onAnswer: (answer: SavedFields) => void;
  readonly after: (ms: number, run: () => void) => void;
};

const afterTypingMs = 800;
/** Who types without a pause is saved nevertheless. */
const maxUnsavedMs = 5000;
const retryMs = [1000, 2000, 3000];

export class SaveQueue {
  readonly #options: QueueOptions;
  readonly #values: Map<string, unknown>;
  readonly #dirty = new Set<string>();
  readonly #conflicts = new Set<string>();
  /** By field: what was sent and not answered. */
  readonly #unanswered = new Map<string, readonly unknown[]>();
  #revision: number;
  #inFlight: readonly Change[] | undefined;
  #isSending = false;
  #failures = 0;
  #timer = 0;
  #unsavedSince: number | undefined;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#revision = options.revision;
    this.#values = new Map(Object.entries(options.values));
  }

  get revision(): number {
    return this.#revision;
  }

  /** True while anything is not acknowledged. */
  get hasUnsaved(): boolean {
    return this.#dirty.size > 0 || this.#inFlight !== undefined;
  }

  /** True if a field has something that is not acknowledged. */
  isUnsaved(path: string): boolean {
    return this.#dirty.has(path) || this.#conflicts.has(path);
  }

  /** Takes over the value that somebody else has written. */
  adopt(path: string, theirs: unknown): void {
    this.#values.set(path, theirs);
  }

  /** Something was typed in a field. */
  touch(path: string, now: number): void {
    this.#dirty.add(path);
    this.#keep(path);
    this.#unsavedSince ??= now;
    if (this.#failures === 0) this.#options.onState('unsaved');
    const waitMs = Math.max(0, Math.min(afterTypingMs, this.#unsavedSince + maxUnsavedMs - now));
    this.#schedule(waitMs);
  }

  /** A change that an earlier visit of this page left behind; its text is in the field again. */
  restore(path: string, pending: Pending): void {
    const { before, after } = pending;
    // A change that an earlier form of this program left in the browser has something else there.
    const sent = Array.isArray(pending.sent) ? pending.sent : [];
    const stored = this.#values.get(path) ?? null;
    if (isSameValue(stored, after)) return this.#options.keep(path, undefined);
    this.#unanswered.set(path, sent);
    this.#values.set(path, this.#mayBeOurs(path, stored) ? stored : before);
    this.#dirty.add(path);
    this.#schedule(0);
  }

  /** Their text is seen: what the field says now takes its place. */
  overwrite(path: string, theirs: unknown): void {
    this.#values.set(path, theirs);
    this.#conflicts.delete(path);
    this.#dirty.add(path);
    this.#keep(path);
    void this.flush();
  }

  /** Saves now what is not saved. Resolves when there is an answer, or there was nothing to do. */
  async flush(): Promise<void> {
    if (this.#isSending) return;
    const changes = this.#inFlight ?? this.#collect();
    if (changes.length === 0) return this.#rest();
    this.#inFlight = changes;
    this.#isSending = true;
    this.#unsavedSince = undefined;
    for (const change of changes) this.#noteSent(change);
    if (this.#failures === 0) this.#options.onState('saving');
    const sent = await this.#options.send(changes, this.#revision);
    this.#isSending = false;
    this.#receive(changes, sent);
  }

  #receive(changes: readonly Change[], sent: Sent): void {
    if (sent.kind === 'unreachable' || sent.kind === 'signed-out') {
      // The same request again: it may have been saved, and then it saves nothing twice.
      this.#options.onState(sent.kind);
      this.#schedule(retryMs[this.#failures++] ?? 3000);
      return;
    }
    this.#failures = 0;
    this.#inFlight = undefined;
    if (sent.kind === 'refused') return this.#options.onState('refused', sent.message);
    const { answer } = sent;
    this.#revision = answer.revision;
    for (const { path, after } of changes)
      if (answer.saved.some((saved) => saved === path)) this.#values.set(path, after);
    const conflicts = answer.conflicts.filter((conflict) => !this.#continue(conflict));
    for (const { path } of changes) this.#unanswered.delete(path);
    for (const { path } of conflicts) this.#conflicts.add(path);
    for (const { path } of changes) this.#settle(path);
    for (const conflict of conflicts) this.#options.onConflict(conflict);
    this.#options.onAnswer(answer);
    if (this.#collect().length > 0) this.#schedule(afterTypingMs);
    else this.#rest();
  }

  /**
   * True if “their” text is one that was sent from here, and saved late: after the page was
   * loaded again, say. The field's present content is saved after it.
   */
  #continue({ path, theirs }: Conflict): boolean {
    if (!this.#mayBeOurs(path, theirs)) return false;
    this.#values.set(path, theirs);
    return true;
  }

  #mayBeOurs(path: string, value: unknown): boolean {
    return (this.#unanswered.get(path) ?? []).some((sent) => isSameValue(sent, value));
  }

  #noteSent({ path, after }: Change): void {
    if (!this.#mayBeOurs(path, after))
      this.#unanswered.set(path, [...(this.#unanswered.get(path) ?? []), after]);
    this.#keep(path);
  }

  /** Forgets the acknowledged value; one that was typed since is kept. */
  #settle(path: string): void {
    if (isSameValue(this.#options.read(path), this.#values.get(path) ?? null)) {
      this.#dirty.delete(path);
      this.#options.keep(path, undefined);
    } else this.#keep(path);
  }

  #collect(): Change[] {
    return [...this.#dirty]
      .filter((path) => !this.#conflicts.has(path))
      .flatMap((path) => {
        const before = this.#values.get(path) ?? null;
        const after = this.#options.read(path);
        if (isSameValue(before, after)) {
          this.#dirty.delete(path);
          this.#options.keep(path, undefined);
          return [];
        }
        return [{ path, before, after }];
      });
  }

  #rest(): void {
    this.#unsavedSince = undefined;
    this.#options.onState(this.#conflicts.size > 0 ? 'unsaved' : 'saved');
  }

  #keep(path: string): void {
    const before = this.#values.get(path) ?? null;
    const sent = this.#unanswered.get(path);
    this.#options.keep(path, {
      before,
      after: this.#options.read(path),
      ...(sent ? { sent } : {}),
    });
  }

  #schedule(ms: number): void {
    const timer = ++this.#timer;
    this.#options.after(ms, () => {
      if (timer === this.#timer) void this.flush();
    });
  }
}
