/** Turns the forms of the list's actions for many reports into calls of the core. */
import type { App } from '#core/app.ts';
import type { BulkChange } from '#core/catalogue/index.ts';
import { parseAmount } from '#core/kernel/money.model.ts';
import { readAmount } from '#core/kernel/written-amount.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { refuseUnread, type ListAddress } from '#admin/frame/list-address.ts';
import { readSelection } from '#admin/frame/selection.ts';
import { toReportQuery } from '../reports-list.ts';

type Fields = Readonly<Record<string, string>>;

/** Begins the work that the list's form asks for; returns its number. */
export async function changeReports(
  app: App,
  actor: StaffActor,
  list: ListAddress,
  fields: Fields,
): Promise<Outcome<number>> {
  const { currency } = await app.store.getSettings();
  const change = readChange(fields, currency);
  if (!change.ok) return change;
  const selection = readSelection(fields);
  const refusal = selection.kind === 'all-matching' ? refuseUnread(list) : undefined;
  if (refusal) return refusal;
  const {
    order: _order,
    isDescending: _isDescending,
    after: _after,
    before: _before,
    ...filter
  } = toReportQuery(list, currency);
  return app.catalogue.editing.many.begin(actor, {
    change: change.value,
    selection:
      selection.kind === 'some'
        ? { ids: selection.keys.map(Number).filter(Number.isInteger) }
        : { filter, count: selection.count, newestId: selection.newestId },
  });
}

function readChange(fields: Fields, currency: string): Outcome<BulkChange> {
  switch (fields['intent']) {
    case 'prices':
      return readPriceChange(fields, currency);
    case 'industry':
      return fields['to-industry']
        ? ok({ kind: 'industry', industry: fields['to-industry'] })
        : fail('invalid', 'Choose the industry to move them to.');
    case 'publish':
      return ok({ kind: 'publish' });
    case 'withdraw':
      return ok({ kind: 'withdraw' });
    case 'bin':
      return ok({ kind: 'bin' });
    default:
      return fail('malformed', 'Choose what to do with the reports.');
  }
}

function readPriceChange(fields: Fields, currency: string): Outcome<BulkChange> {
  const licences = Object.keys(fields).flatMap((name) => {
    const price = /^licence\.([\w-]{1,60})$/.exec(name)?.[1];
    return price !== undefined && fields[name] === '1' ? [price] : [];
  });
  if (licences.length === 0) return fail('invalid', 'Choose the licences whose prices change.');
  const amount = (fields['amount'] ?? '').trim();
  const prices = { kind: 'prices', licences, roundTo: parseAmount('1', currency) } as const;
  const noNumber = fail('invalid', 'Give a number, such as 5 or -10.');
  if (fields['price-kind'] === 'percent') {
    const percent = amount.replace(',', '.');
    if (!/^-?\d{1,3}(?:\.\d{1,2})?$/.test(percent)) return noNumber;
    return ok({ ...prices, by: { percent: Number(percent) } });
  }
  const isNegative = amount.startsWith('-');
  const cents = readAmount(isNegative ? amount.slice(1) : amount, currency);
  const isSet = fields['price-kind'] === 'set';
  if (Number.isNaN(cents) || (isSet && isNegative)) return noNumber;
  return ok({ ...prices, by: isSet ? { set: cents } : { add: isNegative ? 0 - cents : cents } });
}
