import type { Tx } from '#core/deps.ts';
import type { ErasedRows, PersonalData } from '#core/kernel/personal-data.model.ts';
import { readWithoutIds } from '#core/kernel/row-pages.ts';
import type { OrderDeps } from '../deps.ts';
import type { OrderExport } from './data-export.ts';
import {
  eraseOrders,
  eraseProFormas,
  eraseSeats,
  expireGrants,
  listGrantsOfPerson,
  listPersonOrderIds,
  listSeatsOfPerson,
  listUnfinishedOrders,
} from './personal-data.store.ts';
import {
  eraseEmailsAboutOrders,
  eraseEventDetails,
  listFormerAddresses,
} from './personal-history.store.ts';

/** Extensions of readers' copies, by what a grant is for. */
const copyExtensions = { pdf: 'pdf', workbook: 'xlsx', file: 'tail' } as const;

/** Orders, seats and downloads of a person. Invoices and what they name stay, as the law requires. */
export class OrderPersonalData implements PersonalData {
  readonly #deps: OrderDeps;
  readonly #orderExport: OrderExport;

  constructor(deps: OrderDeps, parts: { readonly orderExport: OrderExport }) {
    this.#deps = deps;
    this.#orderExport = parts.orderExport;
  }

  exportPerson: PersonalData['exportPerson'] = async (addresses) => ({
    orders: this.#orderExport.exportPersonOrders(addresses),
    seats: readWithoutIds((page) => listSeatsOfPerson(this.#deps.db, addresses, page)),
  });

  /** The copies with the person's name on every page, and pro-forma invoices. */
  listFiles = async (addresses: readonly string[]): Promise<string[]> => {
    const grants = await listGrantsOfPerson(this.#deps.db, addresses);
    return grants.map(
      ({ token, editionNumber, kind }) =>
        `copies/${this.#deps.vault.open(token)}-${editionNumber}.${copyExtensions[kind]}`,
    );
  };

  /** Orders whose payment or delivery is under way: they are finished or cancelled first. */
  listUnfinished = (addresses: readonly string[]): Promise<string[]> =>
    listUnfinishedOrders(this.#deps.db, addresses);

  erasePerson = async (tx: Tx, addresses: readonly string[]): Promise<ErasedRows[]> => {
    const { generateSecret, clock } = this.#deps;
    const ids = await listPersonOrderIds(tx, addresses);
    const grants = await listGrantsOfPerson(tx, addresses);
    await expireGrants(tx, grants, { generateSecret, now: clock() });
    const seats = await eraseSeats(tx, addresses, { generateSecret, now: clock() });
    const proFormas = await eraseProFormas(tx, ids);
    const formerAddresses = await listFormerAddresses(tx, ids);
    await eraseEventDetails(tx, ids, addresses);
    const emails = await eraseEmailsAboutOrders(tx, ids, formerAddresses);
    const { invoiced, others } = await eraseOrders(tx, ids, generateSecret);
    return [
      {
        table: 'purchase',
        erased: others + invoiced,
        kept: invoiced,
        note:
          'Email, phone, job title and payer are erased. For orders with an invoice, the ' +
          'name, company, address and tax number are kept for as long as invoices must be ' +
          'kept by law.',
      },
      {
        table: 'order_document',
        erased: proFormas.erased,
        kept: proFormas.kept,
        note:
          'Invoices and credit notes are kept as issued, with the reasons of refunds: the law ' +
          'requires it. Pro-forma invoices are erased, and so are the reasons of other refunds.',
      },
      { table: 'seat', erased: seats, kept: 0, note: 'Erased and revoked.' },
      {
        table: 'outbox_email_about_orders',
        erased: emails,
        kept: 0,
        note: 'Subjects and texts are erased, also of emails to colleagues, which name the buyer; what waited is not sent. Addresses that the orders had before are erased.',
      },
      {
        table: 'download_grant',
        erased: grants.length,
        kept: 0,
        note:
          'Links stop working, copies with the name on them are deleted, and the IP ' +
          'addresses of downloads are erased.',
      },
    ];
  };
}
