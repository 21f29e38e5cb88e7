import { layout, route } from '@react-router/dev/routes';

/** Every page of the back office. Each exports a `handle` with its verb (page-handle.ts). */
export const adminRoutes = [
  route('admin/customers/person/export', 'admin/people/export-person.ts'),
  route('admin/search-data', 'admin/search/search-data.ts'),
  // Pages without a session: their `handle` says `isOpen`.
  layout('admin/frame/sign-in-layout.tsx', []),
  layout('admin/frame/admin-layout.tsx', [
    layout('admin/frame/error-boundary.tsx', [
      route('admin', 'admin/home/home.tsx'),
      route('admin/enquiries', 'admin/leads/enquiries.tsx'),
      route('admin/enquiries/:id', 'admin/leads/enquiry.tsx'),
      route('admin/enquiries/templates', 'admin/leads/templates.tsx'),
      route('admin/enquiries/templates/:id', 'admin/leads/template.tsx'),
      route('admin/customers', 'admin/people/customers.tsx'),
      route('admin/customers/:id', 'admin/people/customer.tsx'),
      route('admin/customers/person', 'admin/people/person.tsx'),
      route('admin/search', 'admin/search/search-page.tsx'),
      route('admin/shortcuts', 'admin/staff/shortcuts.tsx'),
      route('admin/not-allowed', 'admin/frame/not-allowed.tsx'),
      route('admin/*', 'admin/frame/not-found.tsx'),
    ]),
  ]),
];
