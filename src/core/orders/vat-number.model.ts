/** The form of VAT numbers in the EU as VIES takes them, and of some others. Pure. */

/** A number without its prefix; Greece is `EL` here. */
export type VatNumber = { readonly prefix: string; readonly digits: string };

/**
 * https://ec.europa.eu/taxation_customs/vies/#/faq, "What is the format of a VAT number?"; GB of
 * gov.uk, CHE of the Swiss UID register and NO of Brønnøysund, which VIES does not know.
 */
const forms: Readonly<Record<string, string>> = {
  AT: String.raw`U\d{8}`,
  BE: String.raw`[01]?\d{9}`,
  BG: String.raw`\d{9,10}`,
  CHE: String.raw`\d{9}(?:MWST|TVA|IVA|VAT)?`,
  CY: String.raw`\d{8}[A-Z]`,
  CZ: String.raw`\d{8,10}`,
  DE: String.raw`\d{9}`,
  DK: String.raw`\d{8}`,
  EE: String.raw`\d{9}`,
  EL: String.raw`\d{9}`,
  ES: String.raw`[A-Z0-9]\d{7}[A-Z0-9]`,
  FI: String.raw`\d{8}`,
  FR: String.raw`[A-HJ-NP-Z0-9]{2}\d{9}`,
  GB: String.raw`(?:\d{9}|\d{12}|(?:GD|HA)\d{3})`,
  HR: String.raw`\d{11}`,
  HU: String.raw`\d{8}(?:[1-5]\d{2})?`,
  IE: String.raw`\d[A-Z0-9+*]\d{5}[A-Z]{1,2}`,
  IT: String.raw`\d{11}`,
  LT: String.raw`(?:\d{9}|\d{12})`,
  LU: String.raw`\d{8}`,
  LV: String.raw`\d{11}`,
  MT: String.raw`\d{8}`,
  NL: String.raw`[A-Z0-9+*]{10}\d{2}`,
  NO: String.raw`\d{9}(?:MVA)?`,
  PL: String.raw`\d{10}`,
  PT: String.raw`\d{9}`,
  RO: String.raw`\d{2,10}`,
  SE: String.raw`\d{12}`,
  SI: String.raw`\d{8}`,
  SK: String.raw`\d{10}`,
  XI: String.raw`(?:\d{9}|\d{12}|(?:GD|HA)\d{3})`,
};

/** Prefixes of a number, without spaces and dots. */
const labels =
  'VAT|TAX|UST|UMSATZSTEUER|MWST|IDENTIFIKATIONS|IDENT|UID|ID|TVA|INTRACOMMUNAUTAIRE|INTRA|IVA|' +
  'PARTITA|P|NIF|CIF|NIPC|BTW|ONDERNEMINGS|MOMS|ALV|ΑΦΜ|AFM|DPH|DIČ|DIC|IČ|IC|NIP|PVM|PVN|KMKR|' +
  'OIB|PDV|ДДС|CUI|CIF|ADÓSZÁM|REGISTRATION|REG|NUMERO|NUMÉRO|NUMBER|NUMMER|NRO|NUM|NR|NO|N|CODE';

/** Forms of numbers at home in some countries: nine digits in Belgium, eleven in Hungary. */
const normalizeDigits = (prefix: string, digits: string): string => {
  if (prefix === 'BE') return digits.padStart(10, '0');
  return prefix === 'HU' ? digits.slice(0, 8) : digits.replace(/(?:MWST|TVA|IVA|VAT|MVA)$/, '');
};

const prefixes: Readonly<Record<string, string>> = { GR: 'EL', CH: 'CHE', LI: 'CHE', IM: 'GB' };

/** Prefixes that VIES has numbers of for services: XI is for goods alone. */
const isOfVies = (prefix: string): boolean => !['CHE', 'GB', 'NO', 'XI'].includes(prefix);

/** Capital letters and digits of any script's width, and the signs that Irish numbers have. */
const compactNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}+*]/gu, '');

/** A French number without its prefix may look like a German one with it: that is German. */
const isOfOtherCountry = (compact: string, prefix: string): boolean =>
  Object.entries(forms).some(
    ([other, form]) =>
      other !== prefix && isOfVies(other) && new RegExp(`^${other}${form}$`).test(compact),
  );

/** The number of a country in its own form; undefined if it has not the form of one. */
function parseNumber(text: string, prefix: string): VatNumber | undefined {
  const form = forms[prefix];
  const compact = compactNumber(text);
  if (!form) return undefined;
  const greek = prefix === 'EL' ? 'EL|GR' : prefix;
  const labelled = new RegExp(`^(?:${labels})*(?:${greek})(${form})$`).exec(compact);
  const bare = new RegExp(`^(${form})$`).exec(compact);
  const ofLabel = new RegExp(`^(?:${labels})*(${form})$`).exec(compact);
  const isForeign = isOfOtherCountry(compact.replace(new RegExp(`^(?:${labels})+`), ''), prefix);
  const digits =
    labelled?.[1] ??
    (isForeign || isOfOtherCountry(compact, prefix) ? undefined : (bare?.[1] ?? ofLabel?.[1]));
  return digits === undefined ? undefined : { prefix, digits: normalizeDigits(prefix, digits) };
}

/** The number as VIES takes it; undefined if it has not the form of one of this country. */
export function parseVatNumber(text: string, countryCode: string): VatNumber | undefined {
  const prefix = prefixes[countryCode] ?? countryCode;
  return isOfVies(prefix) ? parseNumber(text, prefix) : undefined;
}

/**
 * A tax number as documents print it: "DE123456789" of "USt-IdNr.: de 123 456 789" if it has the
 * form of a VAT number of the country, else as it was typed, on one line.
 */
export function formatTaxNumber(text: string, countryCode: string | undefined): string {
  const prefix = prefixes[countryCode ?? ''] ?? countryCode ?? '';
  const british = prefix === 'GB' && /XI/i.test(text) ? parseNumber(text, 'XI') : undefined;
  const parsed = british ?? parseNumber(text, prefix);
  return parsed ? parsed.prefix + parsed.digits : text.trim().replaceAll(/\s+/g, ' ');
}
