/** Check digits of bank accounts: ISO 13616, by ISO 7064 mod 97. Pure. */

export const wrongIban =
  'The check digits of this IBAN are wrong: please compare it with your bank’s letter.';

/**
 * True for a text that has the form of an IBAN and wrong check digits. An account number of another
 * form is none.
 */
export function isMistypedIban(text: string): boolean {
  const iban = text.replaceAll(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n !== 1n;
}
