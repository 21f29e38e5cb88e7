import { pickOne, type Random } from '../random.ts';

/** Invented people; every company says that it is a sample, and no address can receive anything. */
export type SamplePerson = {
  readonly name: string;
  readonly email: string;
  readonly company: string;
  readonly title: string;
  readonly phone: string;
  readonly city: string;
  readonly region: string;
  readonly iso2: string;
};

const firstNames = [
  'Ines',
  'Tomasz',
  'Yuki',
  'Amara',
  'Lars',
  'Priya',
  'Diego',
  'Chloé',
  'Omar',
  'Hanna',
  'Wei',
  'Sofia',
  'Kofi',
  'Maeve',
  'Rafael',
  'Leila',
] as const;
const lastNames = [
  'Moreau',
  'Nowak',
  'Tanaka',
  'Okafor',
  'Lindqvist',
  'Raman',
  'Vargas',
  'Dubois',
  'Haddad',
  'Keller',
  'Zhang',
  'Conti',
  'Mensah',
  'Byrne',
  'Costa',
  'Farouk',
] as const;
const companies = [
  'Northbank Advisors',
  'Helix Materials',
  'Orchard Capital',
  'Baltic Grid',
  'Meridian Foods',
  'Cobalt Labs',
  'Stonebridge Chemicals',
  'Aster Mobility',
  'Pelican Logistics',
  'Fjord Pharma',
  'Lumen Devices',
  'Prairie Seeds',
] as const;
const titles = [
  'Analyst',
  'Head of Strategy',
  'Procurement Manager',
  'Product Manager',
  'Librarian',
  'Partner',
] as const;
const places = [
  ['London', 'England', 'GB', '+44 20 7946 0'],
  ['New York', 'New York', 'US', '+1 202-555-01'],
  ['Milan', 'Lombardy', 'IT', '+39 02 0000 0'],
  ['Mumbai', 'Maharashtra', 'IN', '+91 22 0000 0'],
  ['Tokyo', 'Tokyo', 'JP', '+81 3 0000 0'],
  ['Berlin', 'Berlin', 'DE', '+49 30 0000 0'],
] as const;

export function makeSamplePerson(random: Random): SamplePerson {
  const first = pickOne(random, firstNames);
  const last = pickOne(random, lastNames);
  const company = pickOne(random, companies);
  const [city, region, iso2, phone] = pickOne(random, places);
  const mailbox = `${first}.${last}`
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z.]/g, '')
    .toLowerCase();
  return {
    name: `${first} ${last}`,
    email: `${mailbox}@${company.split(' ')[0]?.toLowerCase()}.example`,
    company: `${company} (sample)`,
    title: pickOne(random, titles),
    phone: phone + String(10 + random(90)),
    city,
    region,
    iso2,
  };
}
