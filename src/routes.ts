import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';
import { adminRoutes } from './admin/routes.ts';

const reportRequestPaths = ['sample', 'discount', 'inquiry', 'customization'];

/** Every page URL and the file that renders it: the site's table of contents. */
export default [
  route('setup/:secret', 'site/setup/setup.tsx'),
  ...adminRoutes,
  layout('site/layout/page-layout.tsx', [
    layout('site/layout/error-boundary.tsx', [
      index('site/home/home.tsx'),
      route('industries', 'site/catalogue/industries.tsx'),
      route('industries/:slug', 'site/catalogue/industry.tsx'),
      route('author/:slug', 'site/catalogue/author.tsx'),
      route('report-store', 'site/catalogue/report-store.tsx'),
      route('report-store/growth', 'site/catalogue/growth/growth.tsx'),
      route('report-details/:slug', 'site/catalogue/report-details-redirect.tsx'),
      route('preview/post/:token', 'site/content/post-preview.tsx'),
      route('preview/:id/:token', 'site/catalogue/report-preview.tsx'),
      route('custom_search', 'site/catalogue/search-page.tsx'),
      route('services', 'site/content/services.tsx'),
      route('about', 'site/content/about.tsx'),
      route('faq', 'site/content/faq.tsx'),
      ...['blog', 'press-release'].map((address) =>
        route(address, 'site/content/blog-and-press-list.tsx', { id: address }),
      ),
      ...['blog-detail', 'press-details'].map((address) =>
        route(`${address}/:slug`, 'site/content/blog-and-press-post.tsx', { id: address }),
      ),
      route('testimonials', 'site/content/testimonials.tsx'),
      route('client', 'site/content/clients.tsx'),
      route('contact', 'site/leads/contact.tsx'),
      route('career', 'site/leads/career.tsx'),
      route('become-reseller', 'site/leads/become-reseller.tsx'),
      route('request-details/:code', 'site/leads/request-details.tsx'),
      ...reportRequestPaths.map((kind) =>
        route(`${kind}/:code`, 'site/leads/report-request.tsx', { id: kind }),
      ),
      route('thank-you', 'site/leads/thank-you.tsx'),
      route('newsletter', 'site/leads/newsletter.tsx'),
      route('newsletter/:token', 'site/leads/newsletter-confirm.tsx'),
      route('unsubscribe/:token', 'site/leads/unsubscribe.tsx'),
      route('login', 'site/accounts/login.tsx'),
      route('signup', 'site/accounts/signup.tsx'),
      route('forgot-password', 'site/accounts/forgot-password.tsx'),
      route('reset-password', 'site/accounts/reset-password.tsx'),
      route('confirm-email', 'site/accounts/confirm-email.tsx'),
      route('profile', 'site/accounts/profile.tsx'),
      route('profile/export', 'site/accounts/data-export.ts'),
      route('logout', 'site/accounts/logout.ts'),
      route('buy-now', 'site/orders/checkout.tsx'),
      route('payment-success', 'site/orders/order-page.tsx'),
      route('verify/:token', 'site/orders/verify-certificate.tsx'),
      route('seat/:token', 'site/orders/seat.tsx'),
      route('join/:number', 'site/orders/claim-seat.tsx'),
      route('accepted-terms/:hash', 'site/orders/accepted-terms.tsx'),
      route('renew-download', 'site/orders/renew-download.tsx'),
      route(':slug', 'site/policy-or-report.tsx'),
      route('*', 'site/layout/not-found.tsx'),
    ]),
  ]),
] satisfies RouteConfig;
