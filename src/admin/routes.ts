import { layout, route } from '@react-router/dev/routes';

const reportRoutes = [
  route('admin/reports', 'admin/catalogue/reports.tsx'),
  route('admin/reports/bin', 'admin/catalogue/bin.tsx'),
  route('admin/reports/new', 'admin/catalogue/new-report.tsx'),
  route('admin/reports/signed-in', 'admin/catalogue/signed-in.tsx'),
  route('admin/reports/export/:format', 'admin/imports/export-reports.ts'),
  route('admin/reports/:id/edit', 'admin/catalogue/edit-report.tsx'),
  route('admin/reports/:id/save', 'admin/catalogue/save-report.ts'),
  route('admin/reports/:id/files', 'admin/catalogue/report-files.tsx'),
  route('admin/reports/:id/preview', 'admin/catalogue/preview-report.tsx'),
  route('admin/reports/:id/publish', 'admin/catalogue/publish-report.tsx'),
  route('admin/reports/:id/versions', 'admin/catalogue/report-versions.tsx'),
  route('admin/imports', 'admin/imports/imports.tsx'),
  route('admin/imports/:id', 'admin/imports/import.tsx'),
  route('admin/imports/:id/errors', 'admin/imports/import-errors.ts'),
];

/** Blog and press releases share their pages; `id` tells the routes apart. */
const contentRoutes = [
  ...['admin/content/blog', 'admin/content/press'].flatMap((path) => [
    route(path, 'admin/content/posts.tsx', { id: path }),
    route(`${path}/new`, 'admin/content/new-post.tsx', { id: `${path}/new` }),
    route(`${path}/:id`, 'admin/content/post.tsx', { id: `${path}/:id` }),
  ]),
  // The id of what does not exist yet is "new".
  route('admin/content/faq', 'admin/content/faqs.tsx'),
  route('admin/content/faq/:id', 'admin/content/faq.tsx'),
  route('admin/content/testimonials', 'admin/content/testimonials.tsx'),
  route('admin/content/testimonials/:id', 'admin/content/testimonial.tsx'),
  route('admin/content/logos', 'admin/content/client-logos.tsx'),
  route('admin/content/logos/:id', 'admin/content/client-logo.tsx'),
];

/** Every page of the back office. Each exports a `handle` with its verb (page-handle.ts). */
export const adminRoutes = [
  route('admin/customers/person/export', 'admin/people/export-person.ts'),
  route('admin/search-data', 'admin/search/search-data.ts'),
  route('admin/enquiries/export', 'admin/leads/enquiry-export.ts'),
  route('admin/orders/export', 'admin/orders/order-export.ts'),
  route('admin/orders/ledger', 'admin/orders/ledger-export.ts'),
  // Pages without a session: their `handle` says `isOpen`.
  layout('admin/frame/sign-in-layout.tsx', [
    route('admin/login', 'admin/staff/sign-in.tsx'),
    route('admin/login/factor', 'admin/staff/sign-in-factor.tsx'),
    route('admin/login/set-up', 'admin/staff/sign-in-set-up.tsx'),
    route('admin/invitation/:secret', 'admin/staff/invitation.tsx'),
  ]),
  route('admin/logout', 'admin/staff/sign-out.ts'),
  route('admin/passkey', 'admin/staff/passkey.ts'),
  route('admin/audit.csv', 'admin/staff/audit-csv.ts'),
  layout('admin/frame/admin-layout.tsx', [
    layout('admin/frame/error-boundary.tsx', [
      route('admin', 'admin/home/home.tsx'),
      ...reportRoutes,
      route('admin/industries', 'admin/catalogue/industries.tsx'),
      route('admin/industries/new', 'admin/catalogue/new-industry.tsx'),
      route('admin/industries/:id', 'admin/catalogue/industry.tsx'),
      route('admin/services', 'admin/content/services.tsx'),
      route('admin/services/new', 'admin/content/new-service.tsx'),
      route('admin/services/:id', 'admin/content/service.tsx'),
      ...contentRoutes,
      route('admin/enquiries', 'admin/leads/enquiries.tsx'),
      route('admin/enquiries/:id', 'admin/leads/enquiry.tsx'),
      route('admin/enquiries/templates', 'admin/leads/templates.tsx'),
      route('admin/enquiries/templates/:id', 'admin/leads/template.tsx'),
      route('admin/customers', 'admin/people/customers.tsx'),
      route('admin/customers/:id', 'admin/people/customer.tsx'),
      route('admin/customers/person', 'admin/people/person.tsx'),
      route('admin/search', 'admin/search/search-page.tsx'),
      route('admin/settings', 'admin/store/settings.tsx'),
      route('admin/settings/tokens', 'admin/store/tokens.tsx'),
      route('admin/settings/:page', 'admin/store/settings-page.tsx'),
      route('admin/attention', 'admin/orders/attention.tsx'),
      route('admin/orders', 'admin/orders/order-list.tsx'),
      route('admin/orders/books', 'admin/orders/ledger-page.tsx'),
      route('admin/orders/:number', 'admin/orders/order-page.tsx'),
      route('admin/orders/:number/refund', 'admin/orders/refund-page.tsx'),
      route('admin/orders/:number/address', 'admin/orders/address-page.tsx'),
      route('admin/shortcuts', 'admin/staff/shortcuts.tsx'),
      route('admin/prove', 'admin/staff/prove.tsx'),
      route('admin/account', 'admin/staff/account.tsx'),
      route('admin/account/app', 'admin/staff/account-app.tsx'),
      route('admin/staff', 'admin/staff/staff-list.tsx'),
      route('admin/staff/:id', 'admin/staff/staff-member.tsx'),
      route('admin/audit', 'admin/staff/audit-list.tsx'),
      route('admin/audit/:id', 'admin/staff/audit-entry.tsx'),
      route('admin/system', 'admin/system/system.tsx'),
      route('admin/not-allowed', 'admin/frame/not-allowed.tsx'),
      route('admin/*', 'admin/frame/not-found.tsx'),
    ]),
  ]),
];
