import { layout, route } from '@react-router/dev/routes';

/** Every page of the back office. Each exports a `handle` with its verb (page-handle.ts). */
export const adminRoutes = [
  route('admin/search-data', 'admin/search/search-data.ts'),
  route('admin/orders/export', 'admin/orders/order-export.ts'),
  route('admin/orders/ledger', 'admin/orders/ledger-export.ts'),
  // Pages without a session: their `handle` says `isOpen`.
  layout('admin/frame/sign-in-layout.tsx', []),
  layout('admin/frame/admin-layout.tsx', [
    layout('admin/frame/error-boundary.tsx', [
      route('admin', 'admin/home/home.tsx'),
      route('admin/industries', 'admin/catalogue/industries.tsx'),
      route('admin/industries/new', 'admin/catalogue/new-industry.tsx'),
      route('admin/industries/:id', 'admin/catalogue/industry.tsx'),
      route('admin/services', 'admin/content/services.tsx'),
      route('admin/services/new', 'admin/content/new-service.tsx'),
      route('admin/services/:id', 'admin/content/service.tsx'),
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
      route('admin/not-allowed', 'admin/frame/not-allowed.tsx'),
      route('admin/*', 'admin/frame/not-found.tsx'),
    ]),
  ]),
];
