/** Forms of the office that make, add, move or send something, of a store that has what they need. */
import { sql, type RawBuilder } from 'kysely';
import { makePicture } from '../support/hostile-pictures.ts';
import { insertEnquiry } from '../support/test-enquiries.ts';
import { addTestStaff } from '../support/test-staff.ts';
import { createUpload, type AdminClient, type AdminTestServer } from './admin-test-client.ts';
import { createOrderPlacer } from './order-placer.ts';

type Fields = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string | Uint8Array>>;

export type AddingForm = {
  /** The table in which it makes a row. */
  readonly table: string;
  readonly path: string;
  readonly form: Fields;
  /** Its files, each by its name. */
  readonly files?: Files;
  /** Entries in the audit log; 1 by default. */
  readonly entries?: number;
  /** Rows that it makes in tables of other forms. */
  readonly alsoMakes?: Readonly<Record<string, number>>;
};
type Forms = Readonly<Record<string, AddingForm>>;
type Office = { readonly admin: AdminTestServer; readonly owner: AdminClient };

/** Jobs write into these tables, too: only what a form of this test makes is counted. */
export const countedRows: Readonly<Record<string, (staffId: number) => RawBuilder<unknown>>> = {
  // Of two that change the settings at once one may be refused, and is done when it comes again.
  audit_entry: (staffId) => sql`where staff_id = ${staffId} and outcome = 'done'`,
  outbox_email: () => sql`where message_id like '<document-%'`,
};

const adds = (table: string, path: string, form: Fields, files?: Files): AddingForm => ({
  table,
  path,
  form,
  ...(files ? { files } : {}),
});
/** Where a form changes something and makes no other row. */
export const logged = 'audit_entry';
const html = '<p>Once</p>';
const words = { subject: 'Once', body: 'Dear reader' };

/** By their route and intent in the matrix of roles. */
export const openAddingForms = async (office: Office): Promise<Forms> => ({
  ...(await listContentForms(office)),
  ...(await listIssueForms(office)),
  ...(await listReportForms(office)),
  ...(await listImportForms(office)),
  ...(await listSettingsForms(office)),
  ...(await listEnquiryForms(office)),
  ...(await listOrderForms(office)),
});

async function listContentForms({ admin }: Office): Promise<Forms> {
  const [question] = await admin.server.db.selectFrom('faq').select('id').orderBy('id').execute();
  const post = { intent: 'save', name: 'Once', html, state: 'draft', zone: 'UTC' };
  const content = '/admin/content';
  return {
    'admin/content/blog/new save': adds('blog_post', `${content}/blog/new`, post),
    'admin/content/press/new save': adds('press_release', `${content}/press/new`, post),
    'admin/content/faq/:id save': adds('faq', `${content}/faq/new`, {
      intent: 'save',
      title: 'Once?',
      html,
    }),
    'admin/content/faq move': adds(logged, `${content}/faq`, {
      intent: 'move',
      id: String(question?.id),
      direction: 'down',
    }),
    'admin/content/policies/new add': adds(logged, `${content}/policies/new`, {
      intent: 'add',
      name: 'Once',
    }),
    'admin/content/policies move': adds(logged, `${content}/policies`, {
      intent: 'move',
      id: 'cookies',
      direction: 'down',
    }),
    'admin/content/testimonials/:id save': adds('testimonial', `${content}/testimonials/new`, {
      intent: 'save',
      name: 'Ada',
      designation: 'Buyer',
      description: 'It helped.',
    }),
    'admin/content/redirects/new save': adds('redirect', `${content}/redirects/new`, {
      intent: 'save',
      from: '/once/',
      to: '/about',
    }),
    'admin/content/redirects/import import': adds('redirect', `${content}/redirects/import`, {
      intent: 'import',
      lines: '/once-more,/about',
    }),
    'admin/services/new save': adds('service', '/admin/services/new', {
      intent: 'save',
      name: 'Once',
      priority: '',
      image: '',
      description: html,
    }),
    'admin/media upload': adds(
      'media',
      '/admin/media',
      { intent: 'upload' },
      { 'once.png': await makePicture('#aa0000') },
    ),
  };
}

async function listIssueForms({ admin, owner }: Office): Promise<Forms> {
  const requestedAt = new Date();
  await admin.server.db
    .insertInto('subscriber')
    .values({
      email: 'reads@once.example',
      token: 'a'.repeat(32),
      consent: 'yes',
      requestedAt,
      state: 'confirmed',
    })
    .execute();
  const issue = { intent: 'save', subject: 'Tin', preheader: '', body: html, cards: '' };
  const created = await owner.post('/admin/issues/new', issue);
  const path = created.headers.get('location') ?? '';
  const send = { intent: 'send', revision: '1' };
  return {
    'admin/issues/:id save': adds('newsletter_issue', '/admin/issues/new', issue),
    'admin/issues/:id test': adds(logged, path, { intent: 'test' }),
    'admin/issues/:id send': adds('newsletter_recipient', path, send),
  };
}

async function listReportForms({ admin }: Office): Promise<Forms> {
  const { app, db } = admin.server;
  const [{ slug: industry } = { slug: '' }] = await app.catalogue.industries.list();
  const [report] = await db.selectFrom('report').select(['id', 'code']).orderBy('id').execute();
  const path = `/admin/reports/${report?.id}`;
  const raise = { 'licence.single': '1', 'price-kind': 'percent', amount: '5' };
  return {
    'admin/industries/new save': adds('industry', '/admin/industries/new', {
      intent: 'save',
      name: 'Once',
      slug: 'once',
      description: 'Once',
      position: '',
      pictogram: 'factory',
    }),
    'admin/reports/new create': {
      ...adds('report', '/admin/reports/new', {
        intent: 'create',
        code: 'ONCE-1',
        title: 'Once',
        industry,
      }),
      alsoMakes: { edition: 1 },
    },
    'admin/reports prices': {
      ...adds('long_work', '/admin/reports', {
        intent: 'prices',
        [`pick.${report?.id}`]: '1',
        ...raise,
      }),
      // The change, and what it did to the report.
      entries: 2,
    },
    'admin/reports/:id/preview share': adds('report_preview_link', `${path}/preview`, {
      intent: 'share',
    }),
    'admin/reports/:id/files ': adds(
      'edition',
      `${path}/files`,
      {
        intent: 'upload',
        purpose: 'goods',
        'licence.single-user': '1',
        'new-edition': '1',
        reason: 'Figures of May',
      },
      { 'data.csv': 'year,value\n2025,1\n' },
    ),
    'admin/synonyms add': adds('search_word', '/admin/synonyms', {
      intent: 'add',
      term: 'once',
      means: 'one time',
    }),
    'admin/synonyms/reports add': adds('search_word', '/admin/synonyms/reports', {
      intent: 'add',
      term: 'once more',
      means: report?.code ?? '',
    }),
  };
}

async function listImportForms({ owner }: Office): Promise<Forms> {
  const sheet = { 'before.csv': 'code,title\nBE-1,Before\n' };
  const imported = await owner.post('/admin/imports', createUpload({}, sheet));
  const importPath = imported.headers.get('location') ?? '';
  return {
    'admin/synonyms/import import': adds(
      'search_word',
      '/admin/synonyms/import',
      { intent: 'import' },
      { 'words.csv': 'term,means\nonce imported,one time\n' },
    ),
    'admin/imports ': adds('report_import', '/admin/imports', {}, { 'once.csv': 'code\nON-1\n' }),
    'admin/imports/:id files': adds(
      'import_upload',
      importPath,
      { intent: 'files' },
      { 'BE-1.pdf': '%PDF-' },
    ),
  };
}

async function listSettingsForms({ admin, owner }: Office): Promise<Forms> {
  const { app, db } = admin.server;
  const actor = { ...(await addTestStaff(db, 'owner')), provedAt: new Date() };
  const url = 'https://example.com/once';
  const hook = await app.webhooks.endpoints.create(actor, { url, events: ['order.paid'] });
  const path = `/admin/settings/webhooks/${hook.ok ? hook.value.id : ''}`;
  await owner.post(path, { intent: 'test' });
  const [delivery] = await db.selectFrom('webhookDelivery').select('id').execute();
  const colleague = await addTestStaff(db, 'sales');
  return {
    'admin/settings email': adds(logged, '/admin/settings', { service: 'email' }),
    'admin/settings/tokens create': adds('api_token', '/admin/settings/tokens', {
      intent: 'create',
      name: 'once',
      'scope.export': '1',
    }),
    'admin/settings/webhooks create': adds('webhook_endpoint', '/admin/settings/webhooks', {
      intent: 'create',
      url: `${url}/more`,
      'event.order.paid': '1',
    }),
    'admin/settings/webhooks/:id test': adds('webhook_delivery', path, { intent: 'test' }),
    'admin/settings/webhooks/:id replay': adds(logged, path, {
      intent: 'replay',
      delivery: String(delivery?.id),
    }),
    'admin/staff invite': adds('staff_invitation', '/admin/staff', {
      intent: 'invite',
      email: 'new@once.example',
      role: 'sales',
    }),
    'admin/staff/:id password-link': adds('staff_invitation', `/admin/staff/${colleague.staffId}`, {
      intent: 'password-link',
    }),
  };
}

async function listEnquiryForms({ admin }: Office): Promise<Forms> {
  const { db } = admin.server;
  const enquiry = await insertEnquiry(db, { email: 'asks@once.example' });
  // Its work may be done before the others are sent again.
  const unwanted = await insertEnquiry(db, { email: 'sells@once.example' });
  const path = `/admin/enquiries/${enquiry}`;
  return {
    'admin/enquiries/:id note': adds('lead_note', path, { intent: 'note', body: 'Calls back' }),
    'admin/enquiries/:id answer': adds('lead_answer', path, {
      intent: 'answer',
      step: 'send',
      seenAnswerId: '0',
      ...words,
    }),
    'admin/enquiries spam': adds(logged, '/admin/enquiries', {
      intent: 'spam',
      [`pick.${unwanted}`]: '1',
    }),
    'admin/enquiries/templates/:id save': adds(
      'answer_template',
      '/admin/enquiries/templates/new',
      {
        intent: 'save',
        name: 'Once',
        kind: '',
        ...words,
      },
    ),
  };
}

async function listOrderForms({ admin }: Office): Promise<Forms> {
  const buyers = await createOrderPlacer(admin.server);
  const [card, transfer] = [await buyers.placeOrder('card'), await buyers.placeOrder('bank')];
  const [receipt] = await admin.server.db
    .selectFrom('outboxEmail')
    .select('id')
    .where('purchaseId', 'in', (eb) =>
      eb.selectFrom('purchase').select('id').where('number', '=', card),
    )
    .orderBy('id')
    .execute();
  const path = `/admin/orders/${card}`;
  return {
    'admin/orders/:number resend': adds(logged, path, {
      intent: 'resend',
      email: String(receipt?.id),
    }),
    'admin/orders/:number mark-paid': {
      ...adds(logged, `/admin/orders/${transfer}`, { intent: 'mark-paid' }),
      alsoMakes: { order_document: 1 },
    },
    'admin/orders/:number renew': adds(logged, path, { intent: 'renew' }),
    'admin/orders/:number issue-document': adds('outbox_email', path, { intent: 'issue-document' }),
    'admin/orders/:number/correct-invoice correct': {
      ...adds('order_document', `${path}/correct-invoice`, {
        intent: 'correct',
        name: 'Ada Berg',
        company: 'Berg',
        address: 'Street 1',
        tax_id: '',
        reason: 'Wrong street',
      }),
      alsoMakes: { outbox_email: 1 },
    },
    'admin/orders/:number/address change-address': adds(logged, `${path}/address`, {
      intent: 'change-address',
      email: 'moved@once.example',
    }),
  };
}
