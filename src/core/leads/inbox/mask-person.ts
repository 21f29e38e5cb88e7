import { maskEmail, maskText } from '../../kernel/mask-text.ts';

type Person = { readonly name: string; readonly email: string; readonly company: string };

/** Without anything to know or write to them by, where `isMasked`. */
export const maskPerson = ({ name, email, company }: Person, isMasked: boolean): Person =>
  isMasked
    ? { name: maskText(name), email: maskEmail(email), company: maskText(company) }
    : { name, email, company };
