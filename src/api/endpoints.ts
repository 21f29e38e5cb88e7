/**
 * The 27 endpoints: what each takes and answers. openapi.json, the documentation page, the typed
 * client and the tests are made from this table. Its keys are public: operation ids and anchors.
 */
import type { z } from 'zod';
import * as bodies from './request-schemas.ts';
import * as responses from './response-schemas.ts';

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

type GetEndpoint<R> = Omit<Endpoint, 'body'> & { readonly response: R };
type PostEndpoint<B, R> = GetEndpoint<R> & { readonly body: B };
type Description<R> = {
  readonly summary: string;
  readonly response: R;
  /** Beside those that every endpoint of its method has. */
  readonly errors?: readonly number[];
};

const defineGet = <R extends z.ZodType>(
  path: string,
  {
    summary,
    response,
    errors = [],
    query,
  }: Description<R> & { readonly query?: Readonly<Record<string, string>> },
): GetEndpoint<R> => ({
  method: 'get',
  path,
  summary,
  response,
  errorStatuses: [...errors, 405],
  ...(query ? { query } : {}),
});
const definePost = <B extends z.ZodType, R extends z.ZodType>(
  path: string,
  { summary, body, response, errors = [] }: Description<R> & { readonly body: B },
): PostEndpoint<B, R> => ({
  method: 'post',
  path,
  summary,
  body,
  response,
  errorStatuses: [400, 403, 405, 408, 413, 415, 422, 429, ...errors],
});

export const endpoints = {
  info: defineGet('/info', { summary: 'Site info and policy texts.', response: responses.info }),
  metas: defineGet('/metas', {
    summary:
      'Titles and meta tags by type: 1 home, 2 about, 3 contact, 4 services, 5 blog, 6 press, ' +
      '7 login.',
    response: responses.metas,
  }),
  industries: defineGet('/industries', {
    summary: 'Industries by name.',
    response: responses.industries,
  }),
  industryReports: defineGet('/industries-by-category/{slug}', {
    summary:
      'Reports of an industry, newest first. An unknown slug is 404 with an empty list as well.',
    response: responses.reports,
    errors: [404],
  }),
  service: defineGet('/service', {
    summary: 'Services, priority ascending, missing last.',
    response: responses.services,
  }),
  reports: defineGet('/reports', {
    summary:
      'All reports, newest first, written out as they are read; ' +
      'with `page` and `per_page` that page.',
    response: responses.reports,
    errors: [422],
    query: { page: 'From 1.', per_page: '1 to 100.' },
  }),
  reportDetail: defineGet('/reports-detail/{slug}', {
    summary: 'A report and its questions.',
    response: responses.reportDetail,
    errors: [404],
  }),
  sampleReport: defineGet('/report-request-sample/{id}', {
    summary: 'A report by slug or code.',
    response: responses.reportOnly,
    errors: [404],
  }),
  blog: defineGet('/blog', { summary: 'Blog posts, newest first.', response: responses.blogs }),
  blogDetail: defineGet('/blog-detail/{slug}', {
    summary: 'A blog post.',
    response: responses.blog,
    errors: [404],
  }),
  pressRelease: defineGet('/press-release', {
    summary: 'Press releases, newest first.',
    response: responses.pressReleases,
  }),
  pressReleaseDetail: defineGet('/press-release-detail/{slug}', {
    summary: 'A press release.',
    response: responses.pressRelease,
    errors: [404],
  }),
  client: defineGet('/client', { summary: 'Testimonials.', response: responses.clients }),
  company: defineGet('/company', { summary: 'Logos of clients.', response: responses.companies }),
  faq: defineGet('/faq', { summary: 'General questions.', response: responses.faqs }),
  countries: defineGet('/country-with-phone-code', {
    summary: 'Countries with their phone codes, digits without a plus.',
    response: responses.countries,
  }),
  subscriber: definePost('/subscriber', {
    summary: 'Asks for the newsletter.',
    body: bodies.subscriber,
    response: responses.success,
    errors: [503],
  }),
  contactUs: definePost('/contact-us', {
    summary: 'A contact enquiry.',
    body: bodies.contactUs,
    response: responses.success,
    errors: [503],
  }),
  carrer: {
    ...definePost('/carrer', {
      summary: 'A job application with a CV.',
      body: bodies.jobApplication,
      response: responses.success,
      errors: [503],
    }),
    multipart: true,
  },
  login: definePost('/user/login', {
    summary: 'Logs in, and sets the session cookie.',
    body: bodies.login,
    response: responses.userSuccess,
    errors: [401],
  }),
  register: definePost('/user/register', {
    summary: 'Opens an account; the same answer for an address that has one.',
    body: bodies.register,
    response: responses.userSuccess,
  }),
  forgetPassword: definePost('/forget-password', {
    summary: 'Sends the link of a reset; the same answer for every address.',
    body: bodies.forgetPassword,
    response: responses.success,
  }),
  sampleReportRequest: definePost('/sample-report-request', {
    summary: 'A sample, discount, enquiry or customization.',
    body: bodies.sampleReportRequest,
    response: responses.success,
    errors: [503],
  }),
  becomeReseller: definePost('/become-reseller', {
    summary: 'A reseller application.',
    body: bodies.becomeReseller,
    response: responses.success,
    errors: [503],
  }),
  buyNowLink: defineGet('/custom-buy-now-link/{id}', {
    summary: 'What is for sale under a code or link id.',
    response: responses.buyNowLink,
    errors: [404, 422],
    query: { type: 'single-user (default), multiple-user or corporate-user.' },
  }),
  createOrder: definePost('/paypal/create-order', {
    summary: 'Places an order and answers the approval page.',
    body: bodies.createOrder,
    response: responses.orderCreated,
    errors: [404, 409, 502],
  }),
  captureOrder: defineGet('/paypal/capture-order', {
    summary: 'Takes the money of an approved order once; repeating it answers the same.',
    response: responses.orderCaptured,
    errors: [404, 409, 503],
    query: { token: "The provider's order id." },
  }),
} as const satisfies Readonly<Record<string, Endpoint>>;

export type EndpointName = keyof typeof endpoints;
