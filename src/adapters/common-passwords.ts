import list from 'fxa-common-password-list';

/**
 * True for one of the 50,000 passwords of eight characters or more that people use most, in any
 * case. Of other passwords one in some hundred thousand is taken for one (a Bloom filter).
 */
export const isCommonPassword = (password: string): boolean =>
  list.test(password) || list.test(password.toLowerCase());
