import type { IndustryRow } from './industry-row.ts';

/**
 * Industries of health care, information, finance, transport, trade and business services, in the
 * order of the catalogue.
 */
export const serviceIndustries: readonly IndustryRow[] = [
  [
    'Healthcare Services',
    'HCS',
    'health desk',
    'hospital',
    'Hospitals, doctors, dentists, care at home and in homes: the largest service branch ' +
      'of the American economy, seen part by part.',
  ],
  [
    'Software, IT & Cloud',
    'SIC',
    'technology desk',
    'cloud--computing',
    'Software, hosting, programming and design services, where prices fell for decades ' +
      'while output rose.',
  ],
  [
    'Telecom & Media',
    'TEM',
    'technology desk',
    'satellite',
    'Networks, broadcasters, film, music, newspapers and books, and subscriptions worldwide.',
  ],
  [
    'Banking, Insurance & Fintech',
    'BIF',
    'finance desk',
    'banking',
    "Banks, insurers, brokers and funds by gross output, and the world's stock markets and " +
      'cash machines.',
  ],
  [
    'Transportation & Logistics',
    'TRL',
    'mobility desk',
    'delivery--truck',
    'Rail, road, water and air, couriers and warehouses, and the containers and flights ' +
      'that tie the world together.',
  ],
  [
    'Consumer Goods & Retail',
    'CGR',
    'consumer desk',
    'shopping--cart',
    'Appliances, furniture, clothing, toys and the stores that sell them, from the counter ' +
      'to the parcel.',
  ],
  [
    'Travel, Leisure & Hospitality',
    'TLH',
    'consumer desk',
    'destination',
    'Hotels, restaurants, parks, sports and travel agents: the branches that a crisis ' +
      'empties first and a recovery fills last.',
  ],
  [
    'Business & Environmental Services',
    'BES',
    'services desk',
    'recycle',
    'Law, consulting, engineering, advertising, staffing, waste and water: what companies ' +
      'and towns buy so that they can do their own work.',
  ],
];
