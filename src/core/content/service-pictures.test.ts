import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestMedia, type TestMedia } from '../../../test/support/test-media.ts';
import { Content } from './index.ts';

let library: TestMedia;
beforeAll(async () => {
  library = await openTestMedia();
});
afterAll(() => library?.close());

test('a service says of its picture what the library says, and nothing of another file', async () => {
  const { name } = await library.upload('prices.png', 'A table of prices');
  const own = { image: 'services/own.svg', name: 'Own', description: '' };
  await library.tester.database.db
    .insertInto('service')
    .values([{ image: name, name: 'Prices', description: '' }, own])
    .execute();
  const getSettings = () => Promise.reject(new Error('no settings are read'));
  const services = await new Content({ ...library.tester.deps, getSettings }).listServices();
  const texts = new Map(services.map((service) => [service.name, service.imageText]));
  expect([texts.get('Prices'), texts.get('Own')]).toEqual(['A table of prices', '']);
});
