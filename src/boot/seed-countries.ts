import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { App } from '#core/app.ts';
import type { Country } from '#core/content/model.ts';
import type { Config } from '../settings/config.ts';

/** Every store has the countries of the world, for its forms. Those that are there already stay. */
export async function seedCountries({ root }: Config, app: App): Promise<void> {
  const file = path.join(root, 'db/demo/countries.json');
  const countries = JSON.parse(readFileSync(file, 'utf8')) as Omit<Country, 'id'>[];
  await app.content.seedCountries(countries);
}
