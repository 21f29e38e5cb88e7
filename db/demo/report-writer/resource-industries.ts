import type { IndustryRow } from './industry-row.ts';

/** Industries of agriculture, food, minerals and energy, in the order of the catalogue. */
export const resourceIndustries: readonly IndustryRow[] = [
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
