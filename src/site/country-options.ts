import type { Country } from '#core/content/model.ts';

/** In ascending order of the phone codes, as the specification says; by name within a code. */
export const sortByPhoneCode = (countries: readonly Country[]): Country[] =>
  countries.toSorted(
    (a, b) => Number(a.phonecode) - Number(b.phonecode) || (a.name < b.name ? -1 : 1),
  );

/** "Germany (+49)": the name first, so that typing "Ger" in the list finds it. */
export const formatCountryWithCode = ({ name, phonecode }: Country): string =>
  `${name} (+${phonecode})`;
