import type passwordList from 'fxa-common-password-list';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
let list: typeof passwordList | undefined;

/**
 * True for one of the 50,000 passwords of eight characters or more that people use most, in any
 * case. Of other passwords one in some hundred thousand is taken for one (a Bloom filter). The list
 * is read at the first question.
 */
export function isCommonPassword(password: string): boolean {
  list ??= require('fxa-common-password-list') as typeof passwordList;
  return list.test(password) || list.test(password.toLowerCase());
}
