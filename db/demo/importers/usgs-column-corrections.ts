/**
 * Wrong column names in our copy of the USGS files, found by comparing the years 2019–2021,
 * which the editions of 2023 and 2024 both have.
 */
export type ColumnCorrection = {
  /** Both editions if it is not given. */
  readonly edition?: 'MCS2023' | 'MCS2024';
  /** From the name in the file to the right one; null leaves a column of unsure meaning out. */
  readonly columns: Readonly<Record<string, string | null>>;
};

/** Minerals whose whole table of 2024 has its heads over the wrong columns. */
export const shiftedTables: ReadonlySet<string> = new Set(['lead', 'fluor']);

export const columnCorrections: Readonly<Record<string, readonly ColumnCorrection[]>> = {
  // The 2024 headers are one column off; consumption and scrap output are revised by the same
  // amount, which proves the order.
  lead: [
    { edition: 'MCS2023', columns: { Consump_t: 'Consump_Apparent_kt' } },
    {
      edition: 'MCS2024',
      columns: {
        USprod_Refinery_Primary_kt: null,
        USprod_Refinery_Secondary_kt: 'USprod_Refinery_Primary_kt',
        USprod_Concentrates_kt: 'USprod_Refinery_Secondary_kt',
        Imports_Metal_kt: 'Imports_Concentrates_kt',
        Imports_Concentrates_kt: 'Imports_Metal_kt',
        Exports_Metal_kt: 'Exports_Concentrates_kt',
        Exports_kt: 'Exports_Metal_kt',
        Consump_North_American_kt: 'Consump_Apparent_kt',
        Price_LME_ctslb: 'Price_North_American_ctslb',
      },
    },
  ],
  // An empty cell after the year shifts every 2024 value one column to the right.
  fluor: [
    {
      edition: 'MCS2024',
      columns: {
        USprod_H2SiF6_kt: null,
        Imports_Acid_kt: 'USprod_H2SiF6_kt',
        Imports_Metallurgical_kt: 'Imports_Acid_kt',
        Imports_Total_Fl_kt: 'Imports_Metallurgical_kt',
        Imports_HF_kt: 'Imports_Total_Fl_kt',
        Imports_AlF3_kt: 'Imports_HF_kt',
        Exports_Cryolite_kt: 'Imports_AlF3_kt',
        Consump_All_kt: 'Imports_Cryolite_kt',
        Price_dt: 'Exports_All_kt',
        Price_Acid_dt: 'Consump_kt',
        Employment_Metallurgical_num: 'Price_Acid_dt',
        NIR_Mine_pct: 'Price_Metallurgical_dt',
      },
    },
  ],
  // The 2024 edition counts helium on another basis; 2018 exists only on the old one.
  heliu: [
    { edition: 'MCS2023', columns: { Exports_mcm: null, Consump_mcm: null, Extracted_mcm: null } },
    { edition: 'MCS2024', columns: { Extracted_mcm: 'USprod_Extracted_mcm' } },
  ],
  galli: [
    {
      columns: {
        Imports_Metalkg: 'Imports_Metal_kg',
        Imports_GaAskg: 'Imports_GaAs_kg',
        Consump_g: 'Consump_kg',
        Stocks_g: 'Stocks_kg',
        'Price_High-puritydkg': 'Price_High-purity_dkg',
        'Price_Low-puritydkg': 'Price_Low-purity_dkg',
      },
    },
  ],
  tungs: [
    {
      columns: {
        Imports_Concentratet: 'Imports_Concentrate_t',
        Imports_Othert: 'Imports_Other_t',
        Exports_Concentratet: 'Exports_Concentrate_t',
        Exports_Othert: 'Exports_Other_t',
        Price_WO3dt: 'Price_WO3_dmtu',
        Price_WO3_dt: 'Price_WO3_dmtu',
        Shipments_Concentrate_t: null,
        Shipments_Other_t: null,
      },
    },
  ],
  bauxi: [
    {
      columns: {
        Alumina_Refinery_kt: 'USprod_Alumina_kt',
        Alumina_Imports_kt: 'Imports_Alumina_kt',
        Alumina_Exports_kt: 'Exports_Alumina_kt',
        Alumina_Apparent_kt: 'Consump_Alumina_kt',
        Alumina_Price_dt: 'Price_Alumina_dt',
        Alumina_Price_kt: 'Price_Alumina_dt',
        Alumina_NIR_pct: 'NIR_Alumina_pct',
        Bauxite_Imports_kt: 'Imports_Bauxite_kt',
        Bauxite_Exports_kt: 'Exports_Bauxite_kt',
        Bauxite_Consump_Rprtd_kt: 'Consump_Bauxite_kt',
        Bauxite_Price_dt: 'Price_Bauxite_dt',
        Bauxite_Price_kt: 'Price_Bauxite_dt',
      },
    },
  ],
  // A zircon price "in tonnes" is one per tonne; for sponge and hafnium the unit is not known.
  zirco: [
    {
      columns: {
        Price_Zircon_premium_CIF_CN_t: 'Price_Zircon_premium_dt',
        Price_Zircon_imported_t: 'Price_Zircon_imported_dt',
        Price_Zircon_sponge_CN_t: null,
        Price_Hf_unwrought_t: null,
      },
    },
  ],
  tin: [{ columns: { Consump_: 'Consump_t', NIR_Refinedpct: 'NIR_Refined_pct' } }],
  iodin: [{ edition: 'MCS2024', columns: { Consump_t: 'Consump_Rpt_t' } }],
  phosp: [
    {
      columns: { 'CASE STATEMENT ERRORSold_Used_kt': 'Sold_Used_kt', Sold_Usedkt: 'Sold_Used_kt' },
    },
  ],
  sandi: [{ columns: { USprod_kt: 'USprod_Sold_used_kt', Sold_kt: 'USprod_Sold_used_kt' } }],
  talc: [{ columns: { Sold_Sold_kt: 'Sold_kt', Usprod_Sold_kt: 'Sold_kt' } }],
  // The price is per unit of manganese content. The shipments, like soda ash's second price below,
  // add nothing to the other columns.
  manga: [
    {
      columns: {
        Price_CN_CIF_dt: 'Price_CN_CIF_dmtu',
        Shipments_Ore_kt: null,
        Shipments_Ferro_kt: null,
      },
    },
  ],
  sodaa: [{ columns: { Price_dst: null } }],
  // The unit changes from one edition to the next (kilogram, flask) and the last value fits
  // neither.
  mercu: [{ columns: { Price_Imports_dkg: null, Price_Imports_df: null } }],
  // Two columns of the same name, one per tonne and one per pound.
  nicke: [
    {
      columns: {
        'Price_dt dlb (both used)': null,
        Imports_Seconday_t: 'Imports_Secondary_t',
        Exports_Seconday_t: 'Exports_Secondary_t',
      },
    },
  ],
};

/** The column that leads a report if the usual first one would mislead. */
export const leadingColumns: Readonly<Record<string, string>> = {
  fescr: 'USprod_Purchased_mmt',
  vanad: 'Consump_Apprnt_t',
  sulfu: 'USprod_all_foms_kt',
  tin: 'Consump_t',
  antim: 'Consump_t',
  fluor: 'Consump_kt',
  germa: 'Imports_Metal_kg',
};
