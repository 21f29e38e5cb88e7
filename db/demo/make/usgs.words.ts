/** What USGS column and place names mean in plain words. */
const kinds: Readonly<Record<string, string>> = {
  USprod: 'U.S. production', Sold: 'Sold or used by U.S. producers', Consump: 'U.S. consumption', Imports: 'U.S. imports', Exports: 'U.S. exports',
  Price: 'Price', NIR: 'Net import reliance', Shipments: 'U.S. shipments', Recycled: 'U.S. recycling', Stocks: 'Year-end stocks',
};

const details: Readonly<Record<string, string>> = {
  'Al-V': 'aluminum-vanadium alloy', FeV: 'ferrovanadium', V2O5: 'vanadium pentoxide', Chem: 'vanadium chemicals', Residue: 'ash and residues', Ta2O5: 'per kilogram of Ta2O5 content', WO3: 'per unit of tungsten trioxide',
  GeO2: 'germanium dioxide', GaAs: 'gallium arsenide', 'High-purity': 'high purity', 'Low-purity': 'low purity', FeSi2: 'ferrosilicon', FeSi2_Si: 'ferrosilicon and silicon metal', FeSi2_50: 'ferrosilicon with 50% silicon', FeSi2_75: 'ferrosilicon with 75% silicon', Si: 'silicon metal',
  Y2O3: 'yttrium oxide', ZrO2: 'zirconium ores and concentrates', Zr_ore: 'zirconium ores and concentrates', Zr_unwrought: 'unwrought zirconium', Zr_wrought: 'wrought zirconium', Hf_unwrought: 'unwrought hafnium', Zircon_premium: 'premium zircon, delivered to China', Zircon_imported: 'imported zircon',
  H3BO3: 'boric acid', H2SO4: 'sulfuric acid', HF: 'hydrofluoric acid', AlF3: 'aluminum fluoride', H2SiF6: 'fluorosilicic acid', Acid: 'acid-grade fluorspar', Metallurgical: 'metallurgical-grade fluorspar', Total_Fl: 'fluorspar of all grades', All: 'all forms', all_foms: 'all forms', oth_forms: 'other forms',
  OldScrap: 'from old scrap', NewScrap: 'from new scrap', 'Secondary-old': 'from old scrap', 'Secondary-new': 'from new scrap', 'Post-consumer': 'from post-consumer scrap', 'Refinery-primary': 'primary refineries', 'Refinery-secondary': 'secondary refineries', Refinery_Primary: 'primary refineries', Refinery_Secondary: 'secondary refineries', 'Smelter-primary': 'primary smelters', 'Smelter-secondary': 'secondary smelters',
  Hydraulic: 'hydraulic cement', 'Hyraulic-plus-clinker': 'hydraulic cement and clinker', Avg: 'average at the mill', Mine: 'mines', Ore: 'ores and concentrates', Ores: 'ores and concentrates', Concentrate: 'concentrates', Other: 'other forms', CIF: 'delivered (cif)', FOB: 'free on board', Crude_CIF: 'crude iodine, delivered (cif)',
  Reported_ore: 'reported, ore', Reported_ferro: 'reported, ferromanganese', Reported_silco: 'reported, silicomanganese', Ferro: 'ferromanganese', Silico: 'silicomanganese', CN_CIF: 'ore delivered to China', Apprnt: 'apparent', Rprtd: 'reported', Rpt: 'reported',
  Reported_Primary: 'reported, primary', Reported_Secondary: 'reported, secondary', Apparent_Primary: 'apparent, primary', Apparent_Total: 'apparent, total', Sponge_Reported: 'reported, sponge', Sponge_Apparent: 'apparent, sponge', Sponge: 'titanium sponge', Dioxide: 'titanium dioxide', North_American: 'North American market', LME: 'London Metal Exchange', COMEX: 'COMEX', NY: 'New York', US: 'U.S. producers', US_spot: 'U.S. spot market', European: 'European free market',
  Production: 'all salt', Used: '', Yearend: '', NIR: '', Extracted: 'extracted from natural gas', Treasury: 'U.S. Treasury', Rotterdam: 'Rotterdam', general: 'general', CeO2: 'cerium oxide', Dy2O3: 'dysprosium oxide', Eu2O3: 'europium oxide', La2O3: 'lanthanum oxide', Nd2O3: 'neodymium oxide', TbO2: 'terbium oxide', Price_Mine: 'at the mine', Price_Plant: 'at the plant', Sold_used: 'sold or used', Metals: 'metals', 'Ores-Compounds': 'ores and compounds', 'Compounds-Metals': 'compounds and metals', PGM_Scrap: 'scrap of platinum-group metals', consumption: 'for consumption', Purchased: 'purchased scrap', Home: 'home scrap',
};

/** "USprod_Refinery-primary_kt" is "U.S. production, primary refineries"; undefined for a column that is none of ours, as the sales of the government's stockpile. */
export function labelOf(column: string): string | undefined {
  const [first = '', ...rest] = column.split('_');
  const kind = kinds[first];
  const detail = rest.slice(0, -1).join('_');
  const words = details[`${first}_${detail}`] ?? details[detail] ?? detail.toLowerCase().replaceAll(/[_-]/g, ' ');
  return kind && detail !== 'Gov' ? (words === '' ? kind : `${kind}, ${words}`) : undefined;
}

/** Production, sales, consumption, trade, prices: the order in which a report prints them, and how many of each. */
export const printed: readonly (readonly [kind: string, most: number])[] = [['USprod', 3], ['Sold', 1], ['Consump', 2], ['Imports', 2], ['Exports', 2], ['Price', 2], ['NIR', 1], ['Shipments', 1], ['Recycled', 1], ['Stocks', 1]];
