import { afterEach, beforeEach, expect, it } from 'vitest';
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

it('a slug follows the title until the report is published, and then stays', async () => {
  await publisher.write({ ...bareReport, state: 'draft' });
  await publisher.write({ code: 'AC-1', title: 'Beverage Cans' });
  await publisher.write({ code: 'AC-1', state: 'published' });
  await publisher.write({ code: 'AC-1', title: 'Cans' });
  expect(await publisher.catalogue.reports.get('beverage-cans')).toMatchObject({ title: 'Cans' });
});

it('a slug has the code behind it where another report has the title, and is the code of a title in another alphabet', async () => {
  await publisher.write(
    bareReport,
    { ...bareReport, code: 'AC-2' },
    { ...bareReport, code: 'ZH-9', title: '全球铝罐市场' },
  );
  for (const [slug, code] of [
    ['aluminium-cans-ac-2', 'AC-2'],
    ['zh-9', 'ZH-9'],
  ] as const)
    expect(await publisher.catalogue.reports.get(slug)).toMatchObject({ code });
});

it('a slug that was published leads to its report for ever, and belongs to no other', async () => {
  await publisher.write(bareReport);
  await publisher.write({ code: 'AC-1', slug: 'cans' });
  await publisher.write({ code: 'AC-1', slug: 'tins' });
  const { catalogue } = publisher;
  for (const slug of ['aluminium-cans', 'cans'])
    expect(await catalogue.reports.findFormer(slug)).toEqual({ kind: 'moved', slug: 'tins' });
  const [other] = await publisher.write({ ...bareReport, code: 'AC-2', slug: 'cans' });
  expect(other).toMatchObject({ ok: false, errors: { slug: [expect.stringContaining('AC-1')] } });
  await publisher.write({ code: 'AC-1', slug: 'cans' });
  expect(await catalogue.reports.get('cans')).toBeDefined();
  expect(await catalogue.reports.findFormer('tins')).toEqual({ kind: 'moved', slug: 'cans' });
});

it('a slug of a page of this site is refused', async () => {
  const [refused] = await publisher.write({ ...bareReport, slug: 'about' });
  expect(refused).toMatchObject({
    errors: { slug: ['The slug “about” belongs to a page of this site; choose another one.'] },
  });
  await publisher.write({ ...bareReport, title: 'About' });
  expect(await publisher.catalogue.reports.get('about-ac-1')).toBeDefined();
});

it('the former address of a withdrawn report says so, and that of an unpublished one says nothing', async () => {
  const { catalogue } = publisher;
  await publisher.write(bareReport);
  await publisher.write({ code: 'AC-1', slug: 'cans' });
  await publisher.write({ code: 'AC-1', state: 'withdrawn' });
  for (const slug of ['cans', 'aluminium-cans']) {
    expect(await catalogue.reports.get(slug)).toBeUndefined();
    expect(await catalogue.reports.findFormer(slug)).toMatchObject({
      kind: 'withdrawn',
      title: 'Aluminium Cans',
      industrySlug: 'metals',
    });
    expect(await catalogue.reports.has(slug)).toBe(true);
  }
  expect(await catalogue.reports.getForSale({ code: 'AC-1' })).toBeUndefined();
  expect((await catalogue.reports.listSlugs(9)).toSorted()).toEqual(['aluminium-cans', 'cans']);
  await publisher.write({ code: 'AC-1', state: 'draft' });
  expect(await catalogue.reports.findFormer('cans')).toBeUndefined();
  expect(await catalogue.reports.listSlugs(9)).toEqual([]);
});

it('a scheduled report is published on its day, once, and in the first edition of that day', async () => {
  const { catalogue } = publisher;
  const text = [{ kind: 'paragraph', runs: [{ text: 'What is drunk from cans.' }] }] as const;
  const planned = { state: 'scheduled', publishedOn: '2026-11-24' } as const;
  await publisher.write({ ...bareReport, ...planned, description: text });
  const publish = publisher.publishDue;
  await publish();
  expect(await catalogue.reports.get('aluminium-cans')).toBeUndefined();
  publisher.setNow('2026-11-25T08:00:00Z');
  publisher.takeTags();
  await Promise.all([publish(), publish()]);
  expect(publisher.takeTags()).toEqual([
    'catalogue',
    'industry:metals',
    'report-texts',
    'report:aluminium-cans',
  ]);
  expect(await catalogue.reports.get('aluminium-cans')).toMatchObject({
    publishedOn: '2026-11-24',
    edition: 1,
    updatedAt: '2026-11-24T00:00:00.000Z',
  });
});
