/** A table of world production by country. */
export type WorldTable = {
  /** Matches the types of the lines that belong to it. */
  readonly types: RegExp;
  readonly label: string;
  /** The unit of the reserves; without it they are left out. */
  readonly reserves?: string;
  /** A producer that the source leaves out of its world total: "the United States". */
  readonly without?: string;
};

/** Tables whose total leaves out a producer, by a note of the source's own. */
const leaveOut = (without: string, tables: readonly WorldTable[]): readonly WorldTable[] =>
  tables.map((table) => ({ ...table, without }));
const withoutUnitedStates = (tables: readonly WorldTable[]): readonly WorldTable[] =>
  leaveOut('the United States', tables);

const mineProduction = (
  good: string,
  reserves: string | undefined = good,
  types = /^Mine production/i,
): readonly WorldTable[] => [
  { types, label: `World mine production by country, ${good}`, ...(reserves ? { reserves } : {}) },
];
const production = (kind: string, good: string, types = /production/i): WorldTable => ({
  types,
  label: `World ${kind} by country, ${good}`,
});

/**
 * The world tables of each mineral, the leading one first. Boron has none: its countries report
 * different minerals that do not add up.
 */
export const worldTables: Readonly<Record<string, readonly WorldTable[]>> = {
  alum: [production('smelter production', 'aluminum')],
  antim: mineProduction('antimony content'),
  barit: withoutUnitedStates(mineProduction('barite')),
  diato: mineProduction('diatomite'),
  graph: mineProduction('natural graphite'),
  gypsu: mineProduction('gypsum'),
  heliu: mineProduction('helium'),
  iodin: leaveOut('China', mineProduction('elemental iodine')),
  lead: mineProduction('lead content'),
  lithi: withoutUnitedStates(mineProduction('lithium content')),
  manga: mineProduction('manganese content'),
  mercu: withoutUnitedStates(mineProduction('mercury content')),
  molyb: mineProduction('molybdenum content'),
  nicke: mineProduction('nickel content'),
  niobi: mineProduction('niobium content'),
  phosp: mineProduction('phosphate rock'),
  potas: mineProduction('potassium oxide (K2O) equivalent'),
  salt: mineProduction('salt'),
  sandi: mineProduction('industrial sand and gravel'),
  silve: mineProduction('silver content'),
  tanta: mineProduction('tantalum content'),
  tin: mineProduction('tin content'),
  tungs: mineProduction('tungsten content'),
  vanad: mineProduction('vanadium content'),
  zinc: mineProduction('zinc content'),
  fluor: mineProduction('fluorspar', 'fluorspar', /^$/),
  gold: mineProduction('gold content', 'gold content', /^Gold/),
  raree: mineProduction(
    'rare-earth-oxide equivalent',
    'rare-earth-oxide equivalent',
    /^Rare earths/,
  ),
  sodaa: mineProduction('natural soda ash', 'natural soda ash', /^Soda ash, natural/),
  zirco: mineProduction('zirconium ores and zircon', 'zirconium ores and zircon', /^Zirconium/),
  bauxi: [
    { types: /^Refinery/, label: 'World refinery production by country, alumina' },
    ...mineProduction('bauxite'),
  ],
  coppe: [
    ...mineProduction('copper content'),
    production('refinery production', 'copper', /^Refinery/),
  ],
  feore: [
    ...mineProduction('usable iron ore', 'usable iron ore', /usable ore/),
    ...mineProduction('iron content of ore', 'iron content of ore', /iron content/),
  ],
  cemen: [
    production('production', 'cement', /^Cement/),
    { types: /^Clinker/, label: 'World production capacity by country, clinker' },
  ],
  galli: [production('primary production', 'gallium')],
  indiu: [production('refinery production', 'indium')],
  lime: [production('plant production', 'lime')],
  mgmet: [production('smelter production', 'magnesium')],
  nitro: [production('plant production', 'nitrogen content of ammonia')],
  sulfu: [production('production', 'sulfur in all forms')],
  titan: withoutUnitedStates([production('production', 'titanium sponge')]),
  simet: withoutUnitedStates([
    production('plant production', 'silicon content of ferrosilicon', /ferrosilicon/),
    production('plant production', 'silicon metal', /silicon metal/),
  ]),
  plati: [
    { types: /Palladium$/, label: 'World mine production by country, palladium' },
    {
      types: /Platinum$/,
      label: 'World mine production by country, platinum',
      reserves: 'all platinum-group metals',
    },
  ],
  // The Survey adds up crude, beneficiated and unspecified talc itself. Its header for reserves
  // says tonnes if only thousand tonnes are plausible.
  talc: [production('mine production', 'talc and pyrophyllite')],
};

/** The world tables use the same codes as the U.S. statistics, except for aluminum. */
export const worldTableCode = (code: string): string => (code === 'alum' ? 'alumi' : code);
