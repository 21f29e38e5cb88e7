/** One line of the tables of industries. */
type IndustryRow = readonly [
  name: string,
  codePrefix: string,
  desk: string,
  pictogram: string,
  description: string,
];

/** Industries of agriculture, food, minerals and energy, in the order of the catalogue. */
const resourceIndustries: readonly IndustryRow[] = [
  [
    'Crops & Grains',
    'CRG',
    'agriculture desk',
    'wheat',
    'Cereals, oilseeds, cotton and sugar, and the growing of vegetables and flowers. World ' +
      'harvests country by country since the 1960s, with yields and areas where they are ' +
      'reported.',
  ],
  [
    'Fruit, Nuts & Plantation Crops',
    'FNP',
    'agriculture desk',
    'cherries',
    'Orchard fruit, citrus, tree nuts, coffee, cocoa, tea and palm oil. Perennial crops ' +
      'react to prices with years of delay, which the long series make visible.',
  ],
  [
    'Meat, Dairy & Animal Products',
    'MDA',
    'agriculture desk',
    'cow',
    'Beef, pork, poultry, milk and what is made from them, from farm to processor. World ' +
      'output beside the American industries that slaughter, pack and feed.',
  ],
  [
    'Food & Packaged Goods',
    'FPG',
    'food desk',
    'dining',
    'American makers of flour, bread, snacks, frozen meals and canned goods. Output in ' +
      'dollars is set against prices, to tell growth from inflation.',
  ],
  [
    'Beverages & Tobacco',
    'BTB',
    'food desk',
    'cafe',
    'Breweries, wineries, distilleries, soft drinks and tobacco, and the commodity prices ' +
      'of coffee, tea and sugar behind them.',
  ],
  [
    'Battery & Critical Minerals',
    'BCM',
    'minerals desk',
    'electric--charge',
    'Lithium, graphite, nickel, rare earths and the minor metals of batteries and chips. ' +
      'Who mines them, who holds the reserves and how far the United States depends on ' +
      'imports.',
  ],
  [
    'Base & Precious Metals',
    'BPM',
    'minerals desk',
    'bulldozer',
    'Copper, zinc, lead, tin, aluminium, gold, silver and the platinum metals: mine output ' +
      'by country, American trade and prices.',
  ],
  [
    'Industrial Minerals',
    'INM',
    'minerals desk',
    'construction-worker',
    'Cement, lime, salt, sand, gypsum and the quieter minerals that construction, glass ' +
      'and chemistry cannot do without.',
  ],
  [
    'Fertilizers & Agrochemicals',
    'FAC',
    'minerals desk',
    'sprout',
    'Phosphate, potash, nitrogen and sulphur from the mine to the field, with world prices ' +
      'and the American makers of fertilizers and pesticides.',
  ],
  [
    'Oil, Gas & Coal',
    'OGC',
    'energy desk',
    'oil--rig',
    'Crude oil, natural gas and coal: benchmark prices since the 1960s and the American ' +
      'industries that drill, refine and carry them.',
  ],
  [
    'Power & Electrical Equipment',
    'PEE',
    'energy desk',
    'electric',
    'Generation and the equipment of the grid: turbines, transformers, switchgear, motors, ' +
      'batteries and wire made in the United States.',
  ],
];

/** Industries of materials, construction and manufacturing, in the order of the catalogue. */
const manufacturingIndustries: readonly IndustryRow[] = [
  [
    'Chemicals',
    'CHM',
    'materials desk',
    'erlenmeyer--flask',
    'Petrochemicals, industrial gases, resins, paints and soaps. Output and price indexes ' +
      'of the American chemical industries by branch.',
  ],
  [
    'Plastics, Rubber & Packaging',
    'PRP',
    'materials desk',
    'container',
    'Films, bottles, foams, tyres and hoses, and the packaging that everything else is sold in.',
  ],
  [
    'Paper, Wood & Forest Products',
    'PWF',
    'materials desk',
    'tree',
    'Pulp, paper, sawn timber and panels, with the world prices of logs and wood beside ' +
      'American output.',
  ],
  [
    'Construction & Building Materials',
    'CBM',
    'construction desk',
    'construct',
    'Homes, offices, roads and the cement, glass and concrete they are built from, in ' +
      'current and in constant prices.',
  ],
  [
    'Steel & Fabricated Metal',
    'SFM',
    'industry desk',
    'factory',
    'Iron, steel, castings, fasteners and structural metal: an industry in which a swing ' +
      'of prices easily hides a change of volume.',
  ],
  [
    'Industrial Machinery & Automation',
    'IMA',
    'industry desk',
    'robotics',
    'Machine tools, pumps, compressors, engines and farm machinery, the capital goods of ' +
      'every other industry.',
  ],
  [
    'Semiconductors & Electronics',
    'SEL',
    'technology desk',
    'chip--circuit',
    'Chips, circuit boards, computers and instruments, and the elements they are doped and ' +
      'polished with.',
  ],
  [
    'Automotive & Electric Vehicles',
    'AEV',
    'mobility desk',
    'electric--car',
    'Cars, trucks, parts and dealers in the United States, and the electric fleet and its ' +
      'charging points worldwide.',
  ],
  [
    'Aerospace & Defense',
    'AED',
    'mobility desk',
    'airplane',
    'Aircraft, engines, missiles, ships and air transport: long programmes, few buyers and ' +
      'prices that move slowly.',
  ],
  [
    'Pharmaceuticals & Biotechnology',
    'PHB',
    'health desk',
    'pills',
    'Medicines and biological products, research and wholesale, and Medicare spending on ' +
      'single active ingredients.',
  ],
  [
    'Medical Devices & Diagnostics',
    'MDD',
    'health desk',
    'stethoscope',
    'Instruments, implants, imaging and laboratories, with the number of hospital beds ' +
      'around the world.',
  ],
];

/**
 * Industries of health care, information, finance, transport, trade and business services, in the
 * order of the catalogue.
 */
const serviceIndustries: readonly IndustryRow[] = [
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
