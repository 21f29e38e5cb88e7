import { manufacturingIndustries } from './manufacturing-industries.ts';
import { resourceIndustries } from './resource-industries.ts';
import { serviceIndustries } from './service-industries.ts';

export type DemoIndustry = {
  readonly name: string;
  readonly slug: string;
  /** Three letters that begin the number in a report's code: "CRG" in "QM-CRG-1001". */
  readonly codePrefix: string;
  /** The author of its reports: "agriculture desk". */
  readonly desk: string;
  /** The name of a Carbon pictogram. */
  readonly pictogram: string;
  readonly description: string;
};

/** "Crops & Grains" as "crops-and-grains". */
export const slugify = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** All thirty, in the order of the catalogue. */
export const demoIndustries: readonly DemoIndustry[] = [
  ...resourceIndustries,
  ...manufacturingIndustries,
  ...serviceIndustries,
].map(([name, codePrefix, desk, pictogram, description]) => ({
  name,
  slug: slugify(name),
  codePrefix,
  desk,
  pictogram,
  description,
}));
