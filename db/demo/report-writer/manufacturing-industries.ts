import type { IndustryRow } from './industry-row.ts';

/** Industries of materials, construction and manufacturing, in the order of the catalogue. */
export const manufacturingIndustries: readonly IndustryRow[] = [
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
