/** The sources' own names for places and ours, so that a country has one name in all reports. */
const commonNames: Readonly<Record<string, string>> = {
  'Korea, Republic of': 'South Korea',
  'Korea, Rep.': 'South Korea',
  Korea: 'South Korea',
  'Korea, North': 'North Korea',
  USA: 'United States',
  Turkiye: 'Turkey',
  'Russian Federation': 'Russia',
  'Viet Nam': 'Vietnam',
  'Bahamas, The': 'Bahamas',
  'Gambia, The': 'Gambia',
  'Hong Kong SAR, China': 'Hong Kong',
  'Macao SAR, China': 'Macao',
  'Iran, Islamic Rep.': 'Iran',
  'Egypt, Arab Rep.': 'Egypt',
  'Venezuela, RB': 'Venezuela',
  'Yemen, Rep.': 'Yemen',
  'Congo, Dem. Rep.': 'DR Congo',
  'Congo (Kinshasa)': 'DR Congo',
  'Democratic Republic of Congo': 'DR Congo',
  'Slovak Republic': 'Slovakia',
  'Kyrgyz Republic': 'Kyrgyzstan',
  'Lao PDR': 'Laos',
  'Syrian Arab Republic': 'Syria',
  "Cote d'Ivoire": 'Côte d’Ivoire',
  Curacao: 'Curaçao',
  Burma: 'Myanmar',
  'Czech Republic': 'Czechia',
  'Brunei Darussalam': 'Brunei',
  'Micronesia, Fed. Sts.': 'Micronesia',
  'Puerto Rico (US)': 'Puerto Rico',
};

/** Names that end in a mark for an estimate: "Russiae". */
const estimateMark = /^(Russia|Japan|Korea, Republic of)e$/;

/**
 * A place by its common English name, without footnote digits and estimate marks; "Ukraine,
 * concentrate" is "Ukraine (concentrate)".
 */
export function normalizePlaceName(raw: string): string {
  const bare = raw.replaceAll('\u00a0', ' ').replace(/\d+$/, '').trim().replace(estimateMark, '$1');
  return commonNames[bare] ?? bare.replace(/^([^,(]+), (concentrate)$/, '$1 ($2)');
}
