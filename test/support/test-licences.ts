import { raisePrice } from './raise-price.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { TestApp, TestAppOptions } from './test-app.ts';
import { buyerSecret, openTestBuyer, type PlacedOrder, type TestBuyer } from './test-buyer.ts';
import { testProgram } from './test-staff.ts';

type Orders = TestApp['app']['orders'];

/** The buyer, as requests of their browser show it. */
export const buyerProof = { browser: buyerSecret };

/** A buyer, and what tests of licences and deliveries do again and again. */
export type LicenceTester = TestBuyer & {
  /** The buyer invites a colleague. */
  readonly inviteToSeat: (
    number: string,
    email: string,
    name?: string,
  ) => ReturnType<Orders['own']['inviteToSeat']>;
  /** A colleague is invited and accepts; answers the token of their seat. */
  readonly giveSeat: (number: string, email: string, name?: string) => Promise<string>;
  /** The buyer revokes the seat of an address. */
  readonly revokeSeat: (number: string, email: string) => ReturnType<Orders['own']['revokeSeat']>;
  /** The token of the seat that an address was invited to. */
  readonly getSeatToken: (email: string) => Promise<string>;
  /** The buyer asks for an upgrade. */
  readonly placeUpgrade: (
    number: string,
    licence: string,
  ) => ReturnType<Orders['own']['placeUpgrade']>;
  /** The same, for an upgrade that is placed. */
  readonly openUpgrade: (number: string, licence: string) => Promise<PlacedOrder>;
  /** A download through its signed link, without the browser that ordered. */
  readonly openLink: (url: string) => ReturnType<Orders['downloads']['openDownload']>;
  /** A download by the buyer's browser. */
  readonly openOwnFile: (token: string) => ReturnType<Orders['downloads']['openDownload']>;
  /** The signature in an order's join link; empty if it has none. */
  readonly getJoinSignature: (number: string) => Promise<string>;
  /** The texts of all emails whose subject starts so, oldest first. */
  readonly listEmailTexts: (subjectStart: string) => Promise<string[]>;
  /** Staff correct an order's address. */
  readonly changeOrderEmail: (
    number: string,
    email: string,
  ) => ReturnType<Orders['emailChange']['changeOrderEmail']>;
  /** Every download of these orders has been used five times. */
  readonly useUpDownloads: () => Promise<void>;
  /** The price of a multiple-user licence changes by so many cents. */
  readonly changeTeamPrice: (cents: number) => Promise<void>;
  /** Adds an account to the database. */
  readonly insertCustomer: (email: string, isConfirmed: boolean) => Promise<Customer>;
};

export async function openLicenceTester(options?: TestAppOptions): Promise<LicenceTester> {
  const buyer = await openTestBuyer(options);
  const { deps } = buyer;
  const { own, seats, downloads, emailChange } = buyer.app.orders;
  const inviteToSeat: LicenceTester['inviteToSeat'] = (number, email, name = 'Bo') =>
    own.inviteToSeat(number, buyerProof, { name, email });
  const placeUpgrade: LicenceTester['placeUpgrade'] = (number, licence) =>
    own.placeUpgrade(number, buyerProof, licence);
  return {
    ...buyer,
    inviteToSeat,
    giveSeat: async (number, email, name) => {
      await inviteToSeat(number, email, name);
      const token = await getSeatToken(buyer, email);
      await seats.acceptSeat(token);
      return token;
    },
    revokeSeat: (number, email) => own.revokeSeat(number, buyerProof, email),
    getSeatToken: (email) => getSeatToken(buyer, email),
    placeUpgrade,
    openUpgrade: async (number, licence) => {
      const placed = await placeUpgrade(number, licence);
      if (!placed.ok) throw new Error(placed.message);
      return placed.value;
    },
    openLink: (url) => openLink(buyer, url),
    openOwnFile: (token) => downloads.openDownload(token, buyerProof, 'full', 'x'),
    getJoinSignature: async (number) => {
      const { joinUrl } = (await buyer.viewOwnOrder(number)) ?? {};
      return joinUrl ? (new URL(joinUrl).searchParams.get('signature') ?? '') : '';
    },
    listEmailTexts: (subjectStart) => listEmailTexts(buyer, subjectStart),
    changeOrderEmail: (number, email) => emailChange.changeOrderEmail(testProgram, number, email),
    useUpDownloads: async () =>
      void (await deps.db.updateTable('downloadGrant').set({ downloadCount: 5 }).execute()),
    changeTeamPrice: async (cents) =>
      void (await deps.db
        .updateTable('report')
        .set({ prices: raisePrice('multiple', cents) })
        .where('code', '=', buyer.reportCode)
        .execute()),
    insertCustomer: (email, isConfirmed) => insertCustomer(buyer, email, isConfirmed),
  };
}

/** The first download link in an email; empty if there is none. */
export const findDownloadLink = (text: string | undefined): string =>
  /http\S+\/download\/\S+/.exec(text ?? '')?.[0] ?? '';

async function getSeatToken({ deps }: TestApp, email: string): Promise<string> {
  const { token } = await deps.db
    .selectFrom('seat')
    .select('token')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return deps.vault.open(token);
}

function openLink({ app }: TestApp, link: string) {
  const { pathname, searchParams } = new URL(link);
  const proof = {
    browser: undefined,
    expires: searchParams.get('expires') ?? '',
    signature: searchParams.get('signature') ?? '',
  };
  return app.orders.downloads.openDownload(pathname.split('/')[2] ?? '', proof, 'full', 'x');
}

async function listEmailTexts({ deps }: TestApp, subjectStart: string): Promise<string[]> {
  const emails = await deps.db
    .selectFrom('outboxEmail')
    .select(['subject', 'body'])
    .orderBy('id')
    .execute();
  return emails
    .filter(({ subject }) => subject.startsWith(subjectStart))
    .map(({ body }) => deps.secrets.open(body.text));
}

async function insertCustomer(
  { deps }: TestApp,
  email: string,
  isConfirmed: boolean,
): Promise<Customer> {
  const { id } = await deps.db
    .insertInto('customer')
    .values({
      email,
      name: 'Ada',
      mobileNo: '1',
      address: 'x',
      passwordHash: 'x',
      createdAt: deps.clock(),
      confirmedAt: isConfirmed ? deps.clock() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return createCustomer(id, email, isConfirmed);
}

/** A customer as sessions know them, without a row in the database. */
export const createCustomer = (id: number, email: string, confirmed = true): Customer => ({
  id,
  email,
  name: 'Bo',
  confirmed,
  mobileNo: '1',
  address: 'x',
  countryId: null,
  region: '',
  city: '',
});
