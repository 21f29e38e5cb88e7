/** Titles as publishers of the field write them, recombined from the demo's subjects. */
import { readFileSync } from 'node:fs';
import { createRandom, type Random } from '#demo/random.ts';

export type Title = { readonly code: string; readonly title: string; readonly topic: string };

const list = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const qualities =
  list(`Smart, Industrial, Medical, Automotive, Portable, Wireless, Organic, Digital,
  Commercial, Residential, Synthetic, Recycled, Specialty, Advanced, Aerospace, Marine, Compact,
  Heavy-Duty, Disposable, Biodegradable, Electric, Hybrid, Autonomous, Modular, Frozen, Natural,
  Premium, Vegan, Wearable, Cloud-Based, Pediatric, Veterinary, Surgical, Military, Thermal, Optical`);
const forms = list(`Devices, Equipment, Systems, Software, Services, Materials, Coatings, Sensors,
  Additives, Packaging, Machinery, Components, Films, Powders, Fibers, Batteries, Storage, Testing,
  Monitoring, Logistics, Recycling, Analytics, Displays, Adhesives, Filters, Pumps, Valves, Cables`);
const regions = list(`North America, Europe, Asia Pacific, China, India, Germany, Brazil, Japan,
  Latin America, Middle East, U.S., UK`);

/** Subjects and further names of the demo's reports: about two thousand. */
function readHeads(): string[] {
  const catalogue = JSON.parse(readFileSync('db/demo/catalogue.json', 'utf8')) as {
    slug: string;
    subject: string;
  }[];
  const slugs = [...new Set(catalogue.map(({ slug }) => slug))];
  const names = slugs.flatMap((slug) => {
    const texts = JSON.parse(readFileSync(`db/demo/subjects/${slug}.json`, 'utf8')) as Record<
      string,
      { also?: string[] }
    >;
    return Object.values(texts).flatMap(({ also = [] }) => also);
  });
  const heads = [...catalogue.map(({ subject }) => subject), ...names];
  return [...new Set(heads.filter((head) => /^[A-Za-z][A-Za-z -]{2,30}$/.test(head)))];
}

const capitalize = (text: string): string =>
  text.replaceAll(/(?<=^| )[a-z]/g, (letter) => letter.toUpperCase());

function writeTopics(count: number, random: Random): string[] {
  const heads = readHeads();
  const topics = new Set<string>();
  const pick = (words: readonly string[]): string => words[random(words.length)] ?? '';
  while (topics.size < count) {
    const kind = random(4);
    const parts = [
      ...(kind === 1 || kind === 3 ? [pick(qualities)] : []),
      pick(heads),
      ...(kind > 1 ? [pick(forms)] : []),
    ];
    topics.add(capitalize(parts.join(' ')));
  }
  return [...topics];
}

/** Editions and regions of one subject. */
const titlesPerTopic = 6.4;

export function writeTitles(count: number): Title[] {
  const random = createRandom(7);
  const topics = writeTopics(Math.ceil(count / titlesPerTopic), random);
  return Array.from({ length: count }, (_, index) => {
    const topic = topics[random(topics.length)] ?? '';
    const year = 2020 + random(7);
    const region = regions[random(regions.length)] ?? '';
    const titles = [
      `${topic} Market: Size, Share and Forecast to ${year + 6}`,
      `Global ${topic} Market Size, Share & Trends Analysis Report, ${year}-${year + 6}`,
      `${topic} Market in ${region} - Growth, Trends and Forecasts ${year}`,
      `${topic} Market by Type, Application and Region, ${year}`,
      `${region} ${topic} Market Report ${year}`,
    ];
    return { code: `RB-${100_000 + index}`, topic, title: titles[random(titles.length)] ?? topic };
  });
}
