/** The form of VAT numbers in the EU, as VIES takes them. Pure. */

/** A number without its prefix; Greece is `EL` here. */
export type VatNumber = { readonly prefix: string; readonly digits: string };

/** https://ec.europa.eu/taxation_customs/vies/#/faq, "What is the format of a VAT number?" */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** A French number without its prefix may look like a German one with it: that is German. */
const isOfOtherCountry = (compact: string, prefix: string): boolean =>
  compact.slice(0, 2) !== prefix && forms[compact.slice(0, 2)]?.test(compact.slice(2)) === true;

/** The number as VIES takes it; undefined where it has not the form of one of this country. */
export function parseVatNumber(text: string, countryCode: string): VatNumber | undefined {
  const prefix = countryCode === 'GR' ? 'EL' : countryCode;
  const compact = text.toUpperCase().replaceAll(/[\s./-]/g, '');
  const digits = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  if (digits === compact && isOfOtherCountry(compact, prefix)) return undefined;
  return forms[prefix]?.test(digits) ? { prefix, digits } : undefined;
}
