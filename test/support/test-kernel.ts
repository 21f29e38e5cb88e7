import type { Database } from '#core/deps.ts';
import { Audit } from '#core/kernel/audit.ts';
import { Secrets } from '#core/kernel/secrets.ts';
import { SentForms } from '#core/kernel/sent-forms.ts';
import { StaffActs } from '#core/kernel/staff-acts.ts';
import { testVault } from './test-deps.ts';

/** Verbs of staff, for a test that has only a database. */
export function createStaffActs(db: Database, clock = () => new Date()): StaffActs {
  const sentForms = new SentForms({ vault: testVault });
  return new StaffActs({ db, clock, audit: new Audit({ clock }), sentForms });
}

/** New secrets, and texts sealed by `vault`. */
export const createTestSecrets = (vault = testVault): Secrets =>
  new Secrets({ vault, generateSecret: () => crypto.randomUUID().replaceAll('-', '') });
