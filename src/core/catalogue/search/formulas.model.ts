/** Chemical formulas as buyers type them: what a compound is called, or what it holds. Pure. */

/** Compounds that go by a name of their own; the names are those of titles. */
const compounds: Readonly<Record<string, string>> = {
  nacl: 'salt',
  kcl: 'potash',
  k2o: 'potash',
  k2so4: 'potash',
  caf2: 'fluorspar',
  hf: 'fluorspar',
  baso4: 'barite',
  cao: 'lime',
  caoh2: 'lime',
  caco3: 'limestone',
  caso4: 'gypsum',
  na2co3: 'soda ash',
  nahco3: 'soda ash',
  naoh: 'inorganic chemicals',
  hcl: 'inorganic chemicals',
  hno3: 'nitrogen fertilizer',
  nh3: 'ammonia',
  nh4no3: 'nitrogen fertilizer',
  h2so4: 'sulfur',
  h3po4: 'phosphate rock',
  p2o5: 'phosphate rock',
  al2o3: 'alumina',
  tio2: 'titanium dioxide',
  sio2: 'industrial sand',
  fe2o3: 'iron ore',
  fe3o4: 'iron ore',
  fesi: 'ferrosilicon',
  h2: 'industrial gases',
  o2: 'industrial gases',
  n2: 'industrial gases',
  co2: 'industrial gases',
  ch4: 'natural gas',
  c2h4: 'petrochemicals',
  c3h6: 'petrochemicals',
  c6h6: 'petrochemicals',
  ch3oh: 'organic chemicals',
  c2h5oh: 'ethanol',
  h2o2: 'inorganic chemicals',
  h2o: 'water',
};

/** Elements that are bought and sold, and those that no report is about. */
const elements: ReadonlyMap<string, string> = new Map(
  `Li lithium, Be beryllium, B boron, Na sodium, Mg magnesium, Al aluminum, Si silicon,
  P phosphate, S sulfur, K potash, Ca calcium, Sc scandium, Ti titanium, V vanadium,
  Cr chromium, Mn manganese, Fe iron, Co cobalt, Ni nickel, Cu copper, Zn zinc, Ga gallium,
  Ge germanium, As arsenic, Se selenium, Br bromine, Rb rubidium, Sr strontium, Y yttrium,
  Zr zirconium, Nb niobium, Mo molybdenum, Ru ruthenium, Rh rhodium, Pd palladium, Ag silver,
  Cd cadmium, In indium, Sn tin, Sb antimony, Te tellurium, I iodine, Cs cesium, Ba barite,
  La rare earths, Ce rare earths, Pr rare earths, Nd rare earths, Sm rare earths,
  Dy rare earths, Tb rare earths, Hf hafnium, Ta tantalum, W tungsten, Re rhenium, Os osmium,
  Ir iridium, Pt platinum, Au gold, Hg mercury, Tl thallium, Pb lead, Bi bismuth, Th thorium,
  U uranium, He helium, F fluorspar, Cl chlorine, N nitrogen, C, H, O`
    .split(/,\s+/)
    .map((entry) => {
      const [symbol = '', ...name] = entry.split(' ');
      return [symbol, name.join(' ')] as const;
    }),
);
/** They are in too many compounds to name one. */
const companions = new Set(['H', 'O', 'C', 'N', 'S', 'P', 'F', 'Cl', 'Si', 'Na', 'K', 'Ca']);

const formula = /^(?:[A-Z][a-z]?\d*){2,}$/;

/** The elements of a formula, each once; none of another word. */
function readSymbols(word: string): string[] {
  const symbols = formula.test(word) ? (word.match(/[A-Z][a-z]?/g) ?? []) : [];
  const isFormula =
    symbols.length > 1 &&
    new Set(symbols).size === symbols.length &&
    symbols.every((one) => elements.has(one)) &&
    /\d|[a-z][A-Z]/.test(word);
  return isFormula ? symbols : [];
}

/**
 * What a formula is the formula of, in words of titles, the best first: "lithium" of "Li2CO3". None
 * for a word that is no formula. A formula in small letters counts where it has a name of its own.
 */
export function nameFormula(typed: string): string[] {
  const plain = typed.normalize('NFKC');
  const symbols = readSymbols(plain);
  const compound = Object.hasOwn(compounds, plain.toLowerCase())
    ? compounds[plain.toLowerCase()]
    : undefined;
  const telling = symbols.filter((one) => !companions.has(one));
  const rest = symbols.filter((one) => companions.has(one));
  const names = (telling.length > 0 ? [...telling, ...rest] : []).flatMap(
    (one) => elements.get(one) || [],
  );
  return [...new Set([...(compound === undefined ? [] : [compound]), ...names])];
}
