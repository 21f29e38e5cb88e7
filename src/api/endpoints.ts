/** The 27 calls: what each takes and answers. The description, the tests and the typed client are made from this table. */
import type { z } from 'zod';
import * as bodies from './request-schemas.ts';
import * as shapes from './response-schemas.ts';

export type Endpoint = {
  readonly method: 'get' | 'post';
  /** Under /admin/api; `{name}` is percent-decoded. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly multipart?: true;
  readonly response: z.ZodType;
  readonly errorStatuses: readonly number[];
};

type GetEndpoint<A> = Omit<Endpoint, 'answer' | 'body'> & { readonly response: A };
type PostEndpoint<B, A> = Omit<Endpoint, 'answer' | 'body'> & {
  readonly body: B;
  readonly response: A;
};
const defineGet = <A extends z.ZodType>(
  path: string,
  summary: string,
  response: A,
  refuses: readonly number[] = [],
  query?: Endpoint['query'],
): GetEndpoint<A> => ({
  method: 'get',
  path,
  summary,
  response,
  errorStatuses: [...refuses, 405],
  ...(query ? { query } : {}),
});
const definePost = <B extends z.ZodType, A extends z.ZodType>(
  path: string,
  summary: string,
  body: B,
  response: A,
  refuses: readonly number[],
): PostEndpoint<B, A> => ({
  method: 'post',
  path,
  summary,
  body,
  response,
  errorStatuses: [400, 403, 405, 413, 415, 422, 429, ...refuses],
});

export const endpoints = {
  info: defineGet('/info', 'Site info and policy texts.', shapes.info),
  metas: defineGet(
    '/metas',
    'Titles and meta tags by type: 1 home, 2 about, 3 contact, 4 services, 5 blog, 6 press, 7 login.',
    shapes.metas,
  ),
  industries: defineGet('/industries', 'Industries by name.', shapes.industries),
  industryReports: defineGet(
    '/industries-by-category/{slug}',
    'Reports of an industry, newest first. An unknown slug is 404 with an empty list as well.',
    shapes.reports,
    [404],
  ),
  service: defineGet('/service', 'Services, priority ascending, missing last.', shapes.services),
  reports: defineGet(
    '/reports',
    'All reports, newest first, written out as they are read; with `page` and `per_page` that page.',
    shapes.reports,
    [422],
    { page: 'From 1.', per_page: '1 to 100.' },
  ),
  reportDetail: defineGet(
    '/reports-detail/{slug}',
    'A report and its questions.',
    shapes.reportDetail,
    [404],
  ),
  sampleReport: defineGet(
    '/report-request-sample/{id}',
    'A report by slug or code.',
    shapes.reportOnly,
    [404],
  ),
  blog: defineGet('/blog', 'Blog posts, newest first.', shapes.blogs),
  blogDetail: defineGet('/blog-detail/{slug}', 'A blog post.', shapes.blog, [404]),
  pressRelease: defineGet('/press-release', 'Press releases, newest first.', shapes.pressReleases),
  pressReleaseDetail: defineGet(
    '/press-release-detail/{slug}',
    'A press release.',
    shapes.pressRelease,
    [404],
  ),
  client: defineGet('/client', 'Testimonials.', shapes.clients),
  company: defineGet('/company', 'Logos of clients.', shapes.companies),
  faq: defineGet('/faq', 'General questions.', shapes.faqs),
  countries: defineGet(
    '/country-with-phone-code',
    'Countries with their phone codes, digits without a plus.',
    shapes.countries,
  ),
  subscriber: definePost(
    '/subscriber',
    'Asks for the newsletter.',
    bodies.subscriber,
    shapes.success,
    [503],
  ),
  contactUs: definePost(
    '/contact-us',
    'A contact enquiry.',
    bodies.contactUs,
    shapes.success,
    [503],
  ),
  carrer: {
    ...definePost(
      '/carrer',
      'A job application with a CV.',
      bodies.jobApplication,
      shapes.success,
      [],
    ),
    multipart: true,
  },
  login: definePost(
    '/user/login',
    'Logs in, and sets the session cookie.',
    bodies.login,
    shapes.userSuccess,
    [401],
  ),
  register: definePost(
    '/user/register',
    'Opens an account; the same answer for an address that has one.',
    bodies.register,
    shapes.userSuccess,
    [],
  ),
  forgetPassword: definePost(
    '/forget-password',
    'Sends the link of a reset; the same answer for every address.',
    bodies.forgetPassword,
    shapes.success,
    [],
  ),
  sampleReportRequest: definePost(
    '/sample-report-request',
    'A sample, discount, enquiry or customization.',
    bodies.sampleReportRequest,
    shapes.success,
    [503],
  ),
  becomeReseller: definePost(
    '/become-reseller',
    'A reseller application.',
    bodies.becomeReseller,
    shapes.success,
    [503],
  ),
  buyNowLink: defineGet(
    '/custom-buy-now-link/{id}',
    'What is for sale under a code or link id.',
    shapes.buyNowLink,
    [404, 422],
    { type: 'single-user (default), multiple-user or corporate-user.' },
  ),
  createOrder: definePost(
    '/paypal/create-order',
    'Places an order and answers the approval page.',
    bodies.createOrder,
    shapes.orderCreated,
    [404, 502],
  ),
  captureOrder: defineGet(
    '/paypal/capture-order',
    'Takes the money of an approved order once; repeating it answers the same.',
    shapes.orderCaptured,
    [404, 409, 503],
    { token: "The provider's order id." },
  ),
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;
