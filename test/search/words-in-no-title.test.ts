import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDemoFinders, type DemoFinders } from './demo-finders.ts';

let demo: DemoFinders;
beforeAll(async () => {
  demo = await openDemoFinders();
});
afterAll(() => demo?.database.drop());

describe('what is in no title', () => {
  test('takes a company that no report names for what it makes, and says so', async () => {
    const { ids, understood } = await demo.finder.find({
      ...({ words: 'Michelin', sort: 'match', page: 1 } as const),
    });
    expect(demo.reports.find(({ id }) => id === ids[0])?.code).toBe('QM-PRP-1043');
    expect(understood.parts).toEqual([{ typed: 'Michelin', kind: 'added', as: ['tires'] }]);
    const exact = { words: 'Michelin', sort: 'match', page: 1, isExact: true } as const;
    expect((await demo.finder.find(exact)).ids).toEqual([]);
  });

  test('corrects the name of a segment that no title has', async () => {
    const asked = { words: 'Hydroxyde', sort: 'match', page: 1 } as const;
    const { ids, understood } = await demo.finder.find(asked);
    expect(understood.parts).toEqual([
      { typed: 'Hydroxyde', kind: 'corrected', as: ['hydroxide'] },
    ]);
    expect(demo.reports.find(({ id }) => id === ids[0])?.code).toBe('QM-BCM-1001');
  });

  test('finds what a class of goods above that of a report has', async () => {
    const asked = { words: 'NAICS 3363', sort: 'match', page: 1 } as const;
    const { ids, why } = await demo.finder.find(asked);
    const codes = ids.map((id) => demo.reports.find((report) => report.id === id)?.code);
    expect(codes).toContain('QM-AEV-1036');
    expect(why.get(ids[0] ?? 0)).toMatchObject({ place: 'keyword', without: [] });
  });
});

describe('what is in no report', () => {
  test('takes a formula for the compound, or for the element that tells it from others', async () => {
    for (const [words, code] of [
      ['BaSO4', 'QM-INM-1057'],
      ['Li2CO3 demand', 'QM-BCM-1001'],
    ] as const) {
      const { ids } = await demo.finder.find({ words, sort: 'match', page: 1 });
      expect([words, demo.reports.find(({ id }) => id === ids[0])?.code]).toEqual([words, code]);
    }
  });

  test('takes two words without their space for these, not for a word of another language', async () => {
    const asked = { words: 'MotorBearings', sort: 'match', page: 1 } as const;
    const { understood } = await demo.finder.find(asked);
    expect(understood.parts).toEqual([{ typed: 'MotorBearings', kind: 'plain', as: [] }]);
  });

  test('takes an unknown word for its halves only where one report has both', async () => {
    const asked = { words: 'chewing gum', sort: 'match', page: 1 } as const;
    const { ids } = await demo.finder.find(asked);
    const titles = ids.map((id) => demo.reports.find((report) => report.id === id)?.title);
    expect(titles.slice(0, 3)).toContainEqual(expect.stringContaining('Confectionery'));
  });
});

describe('what words are made of', () => {
  test('takes an unknown word for two that stand together inside one report', async () => {
    const asked = { words: 'skincare', sort: 'match', page: 1 } as const;
    const { ids, understood } = await demo.finder.find(asked);
    expect(demo.reports.find(({ id }) => id === ids[0])?.code).toBe('QM-CHM-1071');
    expect(understood.parts).toEqual([{ typed: 'skincare', kind: 'plain', as: [] }]);
    expect((await demo.finder.find({ ...asked, isExact: true })).ids).toEqual([]);
  });

  test('does not take an unknown word for two that stand apart inside a report', async () => {
    const asked = { words: 'quarterback', sort: 'match', page: 1 } as const;
    expect(await demo.finder.find(asked)).toMatchObject({ ids: [], isNowhere: true });
  });

  test('takes two words for the one that only the inside of a report has', async () => {
    const asked = { words: 'cyber security', sort: 'match', page: 1 } as const;
    const { ids } = await demo.finder.find(asked);
    expect(['QM-SIC-1022', 'QM-SIC-1001']).toContain(
      demo.reports.find(({ id }) => id === ids[0])?.code,
    );
  });

  test('takes an unknown compound for what it is a kind of, and says so', async () => {
    for (const [words, root] of [
      ['bioethanol', 'ethanol'],
      ['microturbines', 'turbines'],
    ] as const) {
      const asked = { words, sort: 'match', page: 1 } as const;
      const { ids, understood } = await demo.finder.find(asked);
      expect(understood.parts).toEqual([{ typed: words, kind: 'corrected', as: [root] }]);
      expect(ids.length).toBeGreaterThan(0);
      expect((await demo.finder.find({ ...asked, isExact: true })).ids).toEqual([]);
    }
  });

  test('takes a short last word behind others for a word, not for the beginning of one', async () => {
    const asked = { words: 'gallium export ban', sort: 'match', page: 1 } as const;
    const { ids } = await demo.finder.find(asked);
    expect(demo.reports.find(({ id }) => id === ids[0])?.code).toBe('QM-BCM-1043');
  });

  test('a small word that ends a name is looked for with it', async () => {
    for (const words of ['beverage cans', 'tin cans']) {
      const { ids } = await demo.finder.find({ words, sort: 'match', page: 1 });
      expect([words, demo.reports.find(({ id }) => id === ids[0])?.code]).toEqual([
        words,
        'QM-PRP-1071',
      ]);
    }
  });
});
