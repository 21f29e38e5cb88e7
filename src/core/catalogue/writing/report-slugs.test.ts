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
  expect(await publisher.catalogue.getReport('beverage-cans')).toMatchObject({ title: 'Cans' });
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
    expect(await publisher.catalogue.getReport(slug)).toMatchObject({ code });
});

it('a slug that was published leads to its report for ever, and belongs to no other', async () => {
  await publisher.write(bareReport);
  await publisher.write({ code: 'AC-1', slug: 'cans' });
  await publisher.write({ code: 'AC-1', slug: 'tins' });
  const { catalogue } = publisher;
  for (const slug of ['aluminium-cans', 'cans'])
    expect(await catalogue.findRedirect(slug)).toBe('tins');
  expect(await catalogue.findRedirect('tins')).toBeUndefined();
  const [other] = await publisher.write({ ...bareReport, code: 'AC-2', slug: 'cans' });
  expect(other).toMatchObject({ ok: false, errors: { slug: [expect.stringContaining('AC-1')] } });
  await publisher.write({ code: 'AC-1', slug: 'cans' });
  expect(await catalogue.findRedirect('cans')).toBeUndefined();
  expect(await catalogue.findRedirect('tins')).toBe('cans');
});

it('a slug of a page of this site is refused', async () => {
  const [refused] = await publisher.write({ ...bareReport, slug: 'about' });
  expect(refused).toMatchObject({
    errors: { slug: ['The slug “about” belongs to a page of this site; choose another one.'] },
  });
  await publisher.write({ ...bareReport, title: 'About' });
  expect(await publisher.catalogue.getReport('about-ac-1')).toBeDefined();
});
