import type { Country } from '#core/content/model.ts';
import type { FieldErrors, FieldValues } from '#site/form-fields.ts';

// ISO 3166 codes of countries whose posts ask for the city first.
const cityFirstCountries = new Set(
  'AE AU BD BH CA EG GB HK ID IE IN KE LK MT NG NP NZ PH PK QA SA SG TH TW US VN ZA'.split(' '),
);

type PostalCodeRule = {
  readonly pattern: RegExp;
  /** The error: what to give instead. */
  readonly sentence: string;
};

const digits = (adjective: string, count: number, example: string): PostalCodeRule => ({
  pattern: new RegExp(String.raw`^\d{${count}}$`),
  sentence: `${adjective} postal codes have ${count} digits, as in ${example}.`,
});

/** Countries whose postal codes have one simple form. */
const postalCodeRules: Readonly<Record<string, PostalCodeRule>> = {
  AT: digits('Austrian', 4, '1010'),
  AU: digits('Australian', 4, '2000'),
  BE: digits('Belgian', 4, '1000'),
  CH: digits('Swiss', 4, '8001'),
  DE: digits('German', 5, '10119'),
  DK: digits('Danish', 4, '1050'),
  ES: digits('Spanish', 5, '28013'),
  FI: digits('Finnish', 5, '00100'),
  FR: digits('French', 5, '75002'),
  IT: digits('Italian', 5, '20121'),
  NO: digits('Norwegian', 4, '0150'),
  US: {
    pattern: /^\d{5}([ -]?\d{4})?$/,
    sentence: 'ZIP codes of the United States have 5 digits, as in 10001.',
  },
};

export const isCityFirst = ({ iso2 }: Country): boolean => cityFirstCountries.has(iso2);

export const findCountry = (
  countries: readonly Country[],
  id: string | undefined,
): Country | undefined => countries.find((country) => String(country.id) === id);

/** The error of a postal code that cannot be one of its country; none if we don't know. */
export function checkPostalCode(country: Country | undefined, values: FieldValues): FieldErrors {
  const postalCode = (values['zip'] ?? '').trim();
  const rule = country && postalCodeRules[country.iso2];
  return !rule || postalCode === '' || rule.pattern.test(postalCode)
    ? {}
    : { zip: [rule.sentence] };
}

/** The form of the country's postal codes, for the field's `pattern`. */
export const getPostalCodePattern = (country: Country | undefined): string | undefined =>
  country && postalCodeRules[country.iso2]?.pattern.source;

const isInternational = (phone: string): boolean => /^(\+|00)/.test(phone);

/** The phone number with its country's code in front; "+…" and "00…" have one already. */
export function completePhone(country: Country | undefined, typed = ''): string {
  const phone = typed.trim();
  if (!country || phone === '' || isInternational(phone)) return typed;
  return `+${country.phonecode} ${phone}`;
}

/** The phone field: the code in front of the number, and the number without it. */
export function splitPhone(
  country: Country | undefined,
  phone = '',
): { code: string | undefined; number: string } {
  const code = country && `+${country.phonecode}`;
  if (code && phone.startsWith(`${code} `)) return { code, number: phone.slice(code.length + 1) };
  return isInternational(phone) ? { code: undefined, number: phone } : { code, number: phone };
}
