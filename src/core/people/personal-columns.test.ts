import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Tables in which something of a visitor or a customer stands, with every column that holds text.
 * A column that is added here is also exported and erased (personal-data.ts of its module), and the
 * person of people.test.ts has it.
 */
const personalTables: Readonly<Record<string, string>> = {
  Customer: 'address city email mobileNo name passwordHash region searchText',
  CustomerSession: 'tokenHash userAgent',
  Download: 'clientIp covered',
  DownloadGrant: 'kind token',
  Lead:
    'company consent cvKey cvName cvType email fields fingerprint followUpOn kind mailbox name ' +
    'pagePath searchText state',
  LeadAnswer: 'body subject',
  LeadNote: 'body',
  NewsletterRecipient: 'answer claimToken lastError state',
  OneTimeToken: 'email purpose tokenHash',
  OrderDocument: 'body issuedOn kind number token',
  OrderEvent: 'detail kind',
  OrderFile: '',
  OutboxEmail: 'body claimToken lastError mailbox messageId recipient state subject trouble',
  OutgoingEvent: 'data id type',
  PaymentAttempt: 'approvalUrl captureId captureKey otherCaptureId providerOrderId requestKey',
  ProviderCall: 'direction facts id providerId requestId status what',
  Purchase:
    'address buyerKind buyerSecretHash certificateToken city claimedBy closedReason ' +
    'companyName consent country countryCode currency deliverBy email invoiceAddress jobTitle ' +
    'licence licenceName mobileNo name number paidOn payment paymentKey paymentMethod region ' +
    'reportCode reportTitle rights searchNumbers searchText state taxCountry taxId ' +
    'taxKind taxName termsHash termsTitle vatConsultation vatNumberStatus ' +
    'withdrawalWaiver zip',
  RateLimit: 'expire key',
  Refund: 'providerRefundId reason reference requestId reversalReason sentOn state way',
  Seat: 'email name token',
  Subscriber: 'consent email lastBounce state token',
  SubscriberIndustry: '',
  TypedText: 'fields formKey place',
  WebhookAttempt: 'answer',
  WebhookDelivery: 'claimToken eventId lastError state',
  WebhookEvent: 'captureId dispute disputeId id providerOrderId type',
};

/** Tables of what the publisher writes, and of its staff. */
const otherTables = `
  AnswerTemplate ApiToken AuditEntry Author BlogPost BuyLink CatalogueRevision ClientLogo Country
  DroppedTag Edition EditionFile EditionFileText Faq FilePlace FindCount FindDeep FindDelete FindMissed FindMissedDay
  FindReport FindWord HeldCleaning ImportHeader ImportUpload ImportUploadFile Industry
  IndustrySlugRedirect KeptPage KeptPageFloor KeptUpload KeptUploadPart ListDay ListFurther
  ListKind ListReport LongWork MailServerTrouble
  Media MediaFile NewsletterIssue OrderDocumentSeries OrderStateTransition PaymentDifference PolicyDraft PolicyVersion
  PostSlugRedirect PressRelease ProviderListReading Redirect Report ReportAuthor ReportCheck ReportDraft ReportEditor
  ReportImport ReportImportRow ReportLastEdit ReportPreviewLink ReportSchedule ReportSlugRedirect
  ReportVersion ReportVersionPicture ScheduledJob ScheduledThing SchemaMigration SchemaMigrationLock SearchWord
  Seeding SentForm Service Setting SetupLink Source Staff StaffChallenge StaffFactor StaffInvitation StaffSession StaffSignIn
  StoreIdentity StoreSettings2 TermsVersion Testimonial VersionFacts WebhookEndpoint WebhookPayment
`;

/** Columns of those tables that would be a visitor's in any other table: these are of staff. */
const columnsOfStaff = [
  'AuditEntry.ip',
  'AuditEntry.userAgent',
  // Of a country.
  'Country.phonecode',
  'Staff.email',
  'StaffInvitation.email',
  'StaffSession.ip',
  'StaffSession.userAgent',
];
const looksPersonal = /email|phone|mobile|recipient|address|userAgent|company|^ip$|Ip$/;
const holdsNoText = /^(?:Generated<)?(?:number|boolean|Timestamp)\b/;

/** The columns that hold text, by table, as scripts/generate-table-types.ts wrote them down. */
function listTextColumns(): Map<string, string[]> {
  const source = readFileSync('src/core/kernel/database-types.ts', 'utf8');
  const tables = new Map<string, string[]>();
  for (const [, table = '', body = ''] of source.matchAll(
    /^export interface (\w+) \{\n(.*?)^\}/gms,
  ))
    if (table !== 'DB')
      tables.set(
        table,
        [...body.matchAll(/^ {2}(\w+): (.*);$/gm)].flatMap(([, column = '', type = '']) =>
          holdsNoText.test(type) ? [] : [column],
        ),
      );
  return tables;
}

test('every table is known to hold something of a visitor, or nothing', () => {
  const known = [...Object.keys(personalTables), ...otherTables.trim().split(/\s+/)];
  expect([...listTextColumns().keys()].toSorted()).toEqual(known.toSorted());
});

test('every text about a visitor is in a column that export and erasure were written for', () => {
  const columns = listTextColumns();
  for (const [table, known] of Object.entries(personalTables))
    expect([table, (columns.get(table) ?? []).join(' ')]).toEqual([table, known]);
  const suspicious = [...columns].flatMap(([table, names]) =>
    table in personalTables
      ? []
      : names.filter((name) => looksPersonal.test(name)).map((name) => `${table}.${name}`),
  );
  expect(suspicious.toSorted()).toEqual(columnsOfStaff);
});
