type Person = { readonly name: string; readonly email: string; readonly company: string };

/** "A***", "a***@example.com": enough to tell two people apart, too little to write to one. */
export const maskPerson = ({ name, email, company }: Person, isMasked: boolean): Person =>
  isMasked
    ? { name: maskText(name), email: maskEmail(email), company: maskText(company) }
    : { name, email, company };

/** "A***"; nothing stays nothing. */
export const maskText = (text: string): string => text.trim().replace(/^(.).*$/su, '$1***');

const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/su, '$1***$2');
