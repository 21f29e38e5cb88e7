/** A table of world production by country. `reserves` names what the reserves count; without it they are left out. */
export type Table = { readonly types: RegExp; readonly label: string; readonly reserves?: string };

const mine = (
  good: string,
  reserves: string | undefined = good,
  types = /^Mine production/i,
): readonly Table[] => [
  { types, label: `World mine production by country, ${good}`, ...(reserves ? { reserves } : {}) },
];
const made = (what: string, good: string, types = /production/i): Table => ({
  types,
  label: `World ${what} by country, ${good}`,
});

/** The world tables of each mineral, the leading one first. Boron has none: its countries report different minerals that do not add up. */
export const tables: Readonly<Record<string, readonly Table[]>> = {
  alum: [made('smelter production', 'aluminum')],
  antim: mine('antimony content'),
  barit: mine('barite'),
  diato: mine('diatomite'),
  graph: mine('natural graphite'),
  gypsu: mine('gypsum'),
  heliu: mine('helium'),
  iodin: mine('elemental iodine'),
  lead: mine('lead content'),
  lithi: mine('lithium content'),
  manga: mine('manganese content'),
  mercu: mine('mercury content'),
  molyb: mine('molybdenum content'),
  nicke: mine('nickel content'),
  niobi: mine('niobium content'),
  phosp: mine('phosphate rock'),
  potas: mine('potassium oxide (K2O) equivalent'),
  salt: mine('salt'),
  sandi: mine('industrial sand and gravel'),
  silve: mine('silver content'),
  tanta: mine('tantalum content'),
  tin: mine('tin content'),
  tungs: mine('tungsten content'),
  vanad: mine('vanadium content'),
  zinc: mine('zinc content'),
  fluor: mine('fluorspar', 'fluorspar', /^$/),
  gold: mine('gold content', 'gold content', /^Gold/),
  raree: mine('rare-earth-oxide equivalent', 'rare-earth-oxide equivalent', /^Rare earths/),
  sodaa: mine('natural soda ash', 'natural soda ash', /^Soda ash, natural/),
  zirco: mine('zirconium ores and zircon', 'zirconium ores and zircon', /^Zirconium/),
  bauxi: [
    { types: /^Refinery/, label: 'World refinery production by country, alumina' },
    ...mine('bauxite'),
  ],
  coppe: [...mine('copper content'), made('refinery production', 'copper', /^Refinery/)],
  feore: [
    ...mine('usable iron ore', 'usable iron ore', /usable ore/),
    ...mine('iron content of ore', 'iron content of ore', /iron content/),
  ],
  cemen: [
    made('production', 'cement', /^Cement/),
    { types: /^Clinker/, label: 'World production capacity by country, clinker' },
  ],
  galli: [made('primary production', 'gallium')],
  indiu: [made('refinery production', 'indium')],
  lime: [made('plant production', 'lime')],
  mgmet: [made('smelter production', 'magnesium')],
  nitro: [made('plant production', 'nitrogen content of ammonia')],
  sulfu: [made('production', 'sulfur in all forms')],
  titan: [made('production', 'titanium sponge')],
  simet: [
    made('plant production', 'silicon content of ferrosilicon', /ferrosilicon/),
    made('plant production', 'silicon metal', /silicon metal/),
  ],
  plati: [
    { types: /Palladium$/, label: 'World mine production by country, palladium' },
    {
      types: /Platinum$/,
      label: 'World mine production by country, platinum',
      reserves: 'all platinum-group metals',
    },
  ],
  // The Survey adds up crude, beneficiated and unspecified talc itself; the reserves' head says tonnes where only thousands can be meant.
  talc: [made('mine production', 'talc and pyrophyllite')],
};

/** The world tables of aluminum stand under a name of their own. */
export const tableCode = (code: string): string => (code === 'alum' ? 'alumi' : code);
