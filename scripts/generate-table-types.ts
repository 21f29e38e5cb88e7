/**
 * Writes src/core/kernel/database-types.ts from the schema that the migrations make in an empty
 * database. With --check it writes nothing and exits with 1 if the committed file differs.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { migrateDatabase } from '#adapters/database/migrate.ts';
import { findInTool, installTool } from './support/install-tool.ts';

/**
 * The types of columns that say more than text or jsonb; the checks of the migrations hold them.
 */
const columnTypes: Readonly<Record<string, string>> = {
  'audit_entry.outcome': "'done' | 'refused' | 'proof-asked'",
  'typed_text.fields':
    'ColumnType<Readonly<Record<string, string>> | null, string | null, string | null>',
  'scheduled_thing.thing_id': 'number',
  'search_word.by': "Generated<'us' | 'staff'>",
  'search_word.kind': 'Generated<WordKind>',
  'staff.role': 'Role',
  'staff_factor.kind': "'passkey' | 'recovery' | 'totp'",
  'staff_invitation.role': 'Role',
  'author.kind': "'desk' | 'person' | null",
  'blog_post.state': 'Generated<PostState>',
  'buy_link.licence': 'Licence',
  'catalogue_revision.number': 'Generated<number>',
  'download.range_bytes_left': 'Generated<number>',
  'download_grant.kind': "'file' | 'pdf' | 'workbook'",
  'edition_file.body_bytes': 'number',
  'edition_file.kind': "GoodsKind | 'jpg'",
  'edition_file.purpose': "'cover' | 'goods' | 'order' | 'sample'",
  'edition_file.size_bytes': 'number',
  'lead.fields': 'Readonly<Record<string, string>>',
  'lead.kind': 'LeadKind',
  'lead.state': 'Generated<EnquiryState>',
  'lead.company': 'ColumnType<string, never, never>',
  'lead.search_text': 'ColumnType<string, never, never>',
  'customer.search_text': 'ColumnType<string, never, never>',
  'purchase.search_numbers': 'ColumnType<string, never, never>',
  'purchase.search_text': 'ColumnType<string, never, never>',
  'report.folded_title': 'ColumnType<string, never, never>',
  'answer_template.kind': 'LeadKind | null',
  'media_file.type': 'PictureType',
  'one_time_token.purpose': 'TokenPurpose',
  'order_document.body': 'InvoiceContent',
  'order_document.kind': 'DocumentKind',
  'order_document_series.kind': 'DocumentKind',
  'order_event.detail': 'Generated<EventDetail>',
  'order_state_transition.from_state': 'OrderState',
  'order_state_transition.to_state': 'OrderState',
  'outbox_email.body': 'EmailBody',
  'outbox_email.state': "Generated<'failed' | 'queued' | 'sent'>",
  'post_slug_redirect.kind': 'PostKind',
  'press_release.state': 'Generated<PostState>',
  'provider_call.direction': "'sent' | 'received'",
  'provider_call.facts': 'Generated<ProviderCallFacts>',
  'provider_call.what': 'ProviderCallKind',
  'purchase.licence': 'Licence',
  'purchase.payment': 'PaymentDetails | null',
  'purchase.payment_method': 'Generated<PaymentMethod>',
  'purchase.country_code': 'string | null',
  'purchase.state': 'Generated<OrderState>',
  'purchase.tax_kind': 'Generated<TaxKind>',
  'purchase.buyer_kind': 'Generated<BuyerKind>',
  'purchase.vat_number_status': "'unchecked' | 'unknown' | 'valid' | null",
  'refund.state': 'Generated<RefundState>',
  'refund.way': 'RefundWay | null',
  'report.cover': 'Figures',
  'report.delivery': 'Generated<DeliveryKind>',
  'report.goods_kinds': 'GoodsKind[] | null',
  'report.lowest_cents': 'ColumnType<number | null, never, never>',
  'report.prices': 'Generated<Prices>',
  'report.withheld_prices': 'Generated<PriceName[]>',
  'report.state': 'StoredReportState',
  'report_draft.changed_by': 'ChangedBy',
  'report_draft.changes': 'DraftChanges',
  'report_import.counts': 'Generated<ImportCounts>',
  'report_import.mapping': 'Generated<Mapping>',
  'report_import.options': 'ImportOptions',
  'report_import.state': 'ImportState',
  'report_import_row.cells': 'readonly string[]',
  'report_import_row.change': "'changed' | 'created' | 'unchanged' | null",
  'report_import_row.errors': 'CellErrors | null',
  'report_import_row.unpublished': 'readonly string[] | null',
  'report_schedule.changes': 'DraftChanges',
  'report_schedule.kind': 'PublishKind',
  'report_version.data': 'ReportData | null',
  'version_facts.facts': 'ColumnType<MadeFacts, string, string>',
  'report_version.parts': 'VersionParts',
  'source.body': 'StoredSource',
  'store_settings.body': 'StoreSettings',
  'newsletter_issue.body': 'ColumnType<RichText, string, string>',
  'newsletter_issue.cards': 'ColumnType<IssueCard[] | null, string | null, string | null>',
  'newsletter_issue.state': 'Generated<IssueState>',
  'newsletter_recipient.state': 'Generated<RecipientState>',
  'subscriber.state': 'Generated<SubscriptionState>',
  'outgoing_event.data': 'Readonly<Record<string, string | number | null>>',
  'outgoing_event.type': 'OutgoingEventType',
  'webhook_delivery.state': "Generated<'delivered' | 'failed' | 'queued'>",
  'webhook_endpoint.events': 'OutgoingEventType[]',
  'payment_difference.kind':
    "'captured and not paid' | 'other amount' | 'paid and not captured' | 'second payment' | 'unknown order'",
  'payment_difference.settled_by': "'gone' | 'recreated' | 'refunded' | 'staff' | null",
  'provider_list_reading.list': "'disputes' | 'refunds' | 'transactions'",
  'webhook_event.dispute': "'ended' | 'lost' | 'opened' | null",
};
const typeImports: Readonly<Record<string, string>> = {
  DocumentKind: '../orders/documents/invoice.model.ts',
  RefundState: '../orders/refunds/refund-state.model.ts',
  RefundWay: '../orders/refunds/refund-way.model.ts',
  EmailBody: '../given-deps.ts',
  EventDetail: '../orders/model.ts',
  DeliveryKind: '../catalogue/goods/delivery.model.ts',
  GoodsKind: '../catalogue/goods/goods.model.ts',
  Figures: '../catalogue/figures/figures.model.ts',
  CellErrors: '../imports/model.ts',
  ChangedBy: '../catalogue/editing/draft.model.ts',
  DraftChanges: '../catalogue/editing/draft.model.ts',
  PublishKind: '../catalogue/editing/draft.model.ts',
  ImportCounts: '../imports/model.ts',
  ImportOptions: '../imports/model.ts',
  ImportState: '../imports/model.ts',
  Mapping: '../imports/columns.model.ts',
  IssueCard: '../leads/issues/issue.model.ts',
  IssueState: '../leads/issues/issue.model.ts',
  RecipientState: '../leads/issues/issue.model.ts',
  RichText: '../catalogue/rich-text/rich-text.model.ts',
  SubscriptionState: '../leads/subscribers/subscriber.model.ts',
  InvoiceContent: '../orders/documents/invoice.model.ts',
  EnquiryState: '../leads/inbox/enquiry.model.ts',
  LeadKind: '../leads/lead-kinds.model.ts',
  Licence: '../catalogue/reports/licence.model.ts',
  OutgoingEventType: './outgoing-event.model.ts',
  OrderState: '../orders/order-states.model.ts',
  PaymentDetails: '../orders/model.ts',
  PaymentMethod: '../orders/model.ts',
  PictureType: '../media/model.ts',
  PostKind: '../content/post.model.ts',
  PostState: '../content/post.model.ts',
  ProviderCallFacts: '../orders/payment/provider-call.model.ts',
  ProviderCallKind: '../orders/payment/provider-call.model.ts',
  Role: '../staff/model.ts',
  PriceName: '../catalogue/reports/report-input.model.ts',
  Prices: '../catalogue/reports/licence.model.ts',
  ReportData: '../catalogue/reports/report-version.model.ts',
  StoredReportState: '../catalogue/reports/report-version.model.ts',
  StoredSource: '../catalogue/figures/figures.model.ts#Source',
  StoreSettings: '../store/settings.model.ts',
  BuyerKind: '../orders/buyer.model.ts',
  TaxKind: '../orders/tax.model.ts',
  TokenPurpose: '../accounts/model.ts',
  WordKind: '../catalogue/search/search-word.model.ts',
  MadeFacts: '../catalogue/reports/report-facts.model.ts',
  VersionParts: '../catalogue/reports/report-version.model.ts',
};

installTool('checks');
const folder = path.resolve(`.data/tables-${process.pid}`);
mkdirSync(folder, { recursive: true });
const embeddedDatabase = await startEmbeddedPostgres(folder, () => {});
const generatedFile = path.join(folder, 'tables.ts');
const committedFile = path.resolve('src/core/kernel/database-types.ts');
try {
  const database = await openDatabase(embeddedDatabase.url);
  await migrateDatabase(database, path.resolve('db/migrations'));
  await database.close();
  const codegen = spawnSync(
    process.execPath,
    [
      findInTool('checks', 'kysely-codegen/dist/cli/bin.js'),
      '--dialect',
      'postgres',
      '--url',
      embeddedDatabase.url,
      '--camel-case',
      '--out-file',
      generatedFile,
      '--exclude-pattern',
      '{graphile_worker.*,schema_migration*}',
      '--date-parser',
      'string',
      '--overrides',
      JSON.stringify({ columns: columnTypes }),
      '--custom-imports',
      JSON.stringify(typeImports),
    ],
    { encoding: 'utf8' },
  );
  if (codegen.status !== 0) throw new Error(codegen.stderr + codegen.stdout);
  const text = readFileSync(generatedFile, 'utf8');
  if (!process.argv.includes('--check')) writeFileSync(committedFile, text);
  else if (text !== readFileSync(committedFile, 'utf8')) {
    console.error(
      'src/core/kernel/database-types.ts differs from the migrations: run "npm run db:types".',
    );
    process.exitCode = 1;
  }
} finally {
  await embeddedDatabase.stop();
  rmSync(folder, { recursive: true, force: true });
}
