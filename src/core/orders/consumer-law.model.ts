/**
 * The law of consumers on a sale of files. Pure.
 *
 * Source: Directive 2011/83/EU, Articles 8(2) (the button), 8(7) (the confirmation on a durable
 * medium), 9 and 16(m) (the right of withdrawal), which the EEA and the United Kingdom (Consumer
 * Contracts Regulations 2013, regulations 14, 16 and 37) have in the same words.
 */
import { euCountries } from '#core/store/eu-vat-rates.model.ts';
import type { TaxSettings } from '#core/store/tax.model.ts';
import type { BuyerKind } from './buyer.model.ts';

/** Parts of the EU that have a country code of their own, the rest of the EEA, and Britain's. */
const otherCountries = new Set('AX GF GP MF MQ RE YT IS LI NO GB'.split(' '));

const hasDirective = (countryCode: string): boolean =>
  euCountries.has(countryCode) || otherCountries.has(countryCode);

/** True if a person may withdraw from a purchase for 14 days, unless they waive it. */
export const hasRightOfWithdrawal = (
  buyerKind: BuyerKind,
  countryCode: string | null | undefined,
): boolean =>
  buyerKind === 'person' &&
  countryCode !== null &&
  countryCode !== undefined &&
  hasDirective(countryCode);

/**
 * Returns the consent of a person before files are delivered: at once, or within days that are
 * promised (`deliveryDays`).
 */
export const buildWaiver = (deliveryDays: number | null): string =>
  `I want the files to be delivered ${deliveryDays === null ? 'at once' : 'as promised'}, before ` +
  'the 14 days in which I may withdraw from this purchase have passed, and I know that I lose my ' +
  'right of withdrawal when the delivery begins.';

/** The same if the files are there. */
export const withdrawalWaiver = buildWaiver(null);

/** The form's error if that is missing. */
export const waiverNeeded =
  'Please agree to the immediate delivery. By law we can’t deliver within the first 14 days otherwise.';

/**
 * True if the button of a person's order has to say that it obliges them to pay: the seller is
 * under that law, or may be, if the settings don't say in which country they are.
 */
export const needsPayButton = (tax: TaxSettings): boolean =>
  tax.kind === 'none' || hasDirective(tax.country);
