import { App } from '#core/app.ts';
import type { GivenDeps } from '#core/deps.ts';
import { getDemoEmail, type Role, type StaffActor } from '#core/staff/model.ts';
import { findDemoStaff } from './office.store.ts';
import { SamplePayments, type SamplePayment } from './sample-payments.ts';
import { createRandom, type Random } from '../random.ts';

/** The store as it was on a day of the past half year, for whoever plays its customers and staff. */
export type OfficeApp = {
  readonly app: App;
  readonly deps: GivenDeps;
  readonly random: Random;
  readonly payments: SamplePayments;
  /** Sets the time of everything that happens from now on. */
  readonly setTime: (at: Date) => void;
  /** The demo's login of a role, who proved their identity just now. */
  readonly getActor: (role: Role) => StaffActor;
};

/**
 * The real verbs, at a clock that is set; nothing is sent, paid or rendered. `keepPayment` hears of
 * every payment.
 */
export async function openOfficeApp(
  real: GivenDeps,
  keepPayment: (payment: SamplePayment) => void,
): Promise<OfficeApp> {
  let now = real.clock();
  const payments = new SamplePayments(() => now, keepPayment);
  const deps: GivenDeps = {
    ...real,
    clock: () => now,
    // What went wrong in a sample's past is not the machine's trouble of today.
    log: { info: () => {}, warn: () => {}, error: () => {} },
    enqueue: async () => {},
    email: { send: async () => {} },
    newsletterPauseMs: 0,
    invalidate: async () => {},
    consumeRateLimit: async () => undefined,
    captcha: { verify: async () => 'passed' },
    vatNumbers: { check: async () => ({ kind: 'unavailable' }) },
    payments: payments.createProvider(real.payments),
    files: keepPictures(real.files),
  };
  const actors = new Map<Role, Omit<StaffActor, 'provedAt'>>();
  for (const role of ['owner', 'editor', 'sales', 'finance'] as const) {
    const found = await findDemoStaff(real.db, getDemoEmail(role));
    if (!found) throw new Error(`the demo has no ${role}`);
    const { id, ...person } = found;
    actors.set(role, {
      ...person,
      staffId: id,
      ip: '203.0.113.1',
      userAgent: 'sample',
      requestId: 'sample',
    });
  }
  return {
    app: new App(deps),
    deps,
    random: createRandom(20_261_122),
    payments,
    setTime: (at) => void (now = at),
    getActor: (role) => {
      const actor = actors.get(role);
      if (!actor) throw new Error(`the demo has no ${role}`);
      return { ...actor, provedAt: now };
    },
  };
}

/** A buyer's copy is made when it is first asked for; pictures of the library are there at once. */
const keepPictures = (files: GivenDeps['files']): GivenDeps['files'] => ({
  ...files,
  put: async (key, bytes) => {
    if (key.startsWith('media/')) await files.put(key, bytes);
  },
  getSizeBytes: async () => 1,
});

/** The value of a verb that can't refuse a sample. */
export function takeSample<T>(
  outcome:
    | { readonly ok: true; readonly value: T }
    | { readonly ok: false; readonly message: string },
): T {
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value;
}
