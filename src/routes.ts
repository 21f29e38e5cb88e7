import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Every page URL and the file that answers it: the table of contents of the site. */
export default [
  layout('site/layout/frame.tsx', [
    layout('site/layout/boundary.tsx', [
    index('site/home/home.tsx'),
    route('industries', 'site/catalogue/industries.tsx'),
    route('industries/:slug', 'site/catalogue/industry.tsx'),
    route('report-store', 'site/catalogue/report-store.tsx'),
    route('report-details/:slug', 'site/catalogue/report-details.tsx'),
    route('custom_search', 'site/catalogue/custom-search.tsx'),
    route('services', 'site/content/services.tsx'),
    route('buy-now', 'site/orders/buy-now.tsx'),
    route('payment-success', 'site/orders/payment-success.tsx'),
    route(':slug', 'site/catalogue/report.tsx'),
    route('*', 'site/layout/lost.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
