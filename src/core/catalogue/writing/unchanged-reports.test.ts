import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeToUndo } from '../index.ts';
import {
  bareReport,
  openTestPublisher,
  type TestPublisher,
} from '../../../../test/support/test-publisher.ts';

let publisher: TestPublisher;
beforeEach(async () => {
  publisher = await openTestPublisher();
});
afterEach(() => publisher.close());

describe('an undo', () => {
  const undo = (...changes: readonly ChangeToUndo[]): Promise<string[]> =>
    publisher.deps.db
      .transaction()
      .execute((tx) => publisher.catalogue.writing.restore(tx, changes, 'anna'));

  it('gives each report what it said before, and puts those that were made into the bin', async () => {
    await publisher.write(bareReport);
    await publisher.write(
      { code: 'AC-1', title: 'Cans', slug: 'cans', pages: 9 },
      { ...bareReport, code: 'AC-2', title: 'Bottles' },
    );
    publisher.takeTags();
    const left = await undo(
      { code: 'AC-1', from: 2, to: 1 },
      { code: 'AC-2', from: 1, to: undefined },
    );
    expect(left).toEqual([]);
    const { catalogue } = publisher;
    const report = await catalogue.reports.get('aluminium-cans');
    expect([report?.title, report?.pages]).toEqual(['Aluminium Cans', undefined]);
    expect(await catalogue.reports.findFormer('cans')).toMatchObject({ slug: 'aluminium-cans' });
    expect(await catalogue.reports.get('bottles')).toBeUndefined();
    expect(publisher.takeTags()).toContain('report:bottles');
    await publisher.write({ code: 'AC-2', pages: 3 });
    expect(await catalogue.reports.get('bottles')).toMatchObject({ pages: 3 });
  });

  it('leaves alone what was changed since', async () => {
    await publisher.write(bareReport);
    await publisher.write({ code: 'AC-1', pages: 9 });
    await publisher.write({ code: 'AC-1', pages: 10 });
    expect(await undo({ code: 'AC-1', from: 2, to: 1 })).toEqual(['AC-1']);
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toMatchObject({ pages: 10 });
  });

  it('takes back an earlier change once the later one was taken back', async () => {
    await publisher.write({ ...bareReport, pages: 8 });
    await publisher.write({ code: 'AC-1', pages: 9 });
    await publisher.write({ code: 'AC-1', pages: 10 });
    expect(await undo({ code: 'AC-1', from: 3, to: 2 })).toEqual([]);
    expect(await undo({ code: 'AC-1', from: 2, to: 1 })).toEqual([]);
    expect(await publisher.catalogue.reports.get('aluminium-cans')).toMatchObject({ pages: 8 });
  });
});
