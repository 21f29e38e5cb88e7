/** The 27 calls: what each takes and answers. The description, the tests and the typed client are made from this table. */
import type { z } from 'zod';
import * as bodies from './bodies.ts';
import * as shapes from './shapes.ts';

export type Call = {
  readonly method: 'get' | 'post';
  /** Under /admin/api; `{name}` is percent-decoded. */
  readonly path: string;
  readonly says: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: z.ZodType;
  readonly multipart?: true;
  readonly answer: z.ZodType;
  readonly refuses: readonly number[];
};

type Read<A> = Omit<Call, 'answer' | 'body'> & { readonly answer: A };
type Write<B, A> = Omit<Call, 'answer' | 'body'> & { readonly body: B; readonly answer: A };
const read = <A extends z.ZodType>(
  path: string,
  says: string,
  answer: A,
  refuses: readonly number[] = [],
  query?: Call['query'],
): Read<A> => ({
  method: 'get',
  path,
  says,
  answer,
  refuses: [...refuses, 405],
  ...(query ? { query } : {}),
});
const write = <B extends z.ZodType, A extends z.ZodType>(
  path: string,
  says: string,
  body: B,
  answer: A,
  refuses: readonly number[],
): Write<B, A> => ({
  method: 'post',
  path,
  says,
  body,
  answer,
  refuses: [400, 403, 405, 413, 415, 422, 429, ...refuses],
});

export const calls = {
  info: read('/info', 'Site info and policy texts.', shapes.info),
  metas: read(
    '/metas',
    'Titles and meta tags by type: 1 home, 2 about, 3 contact, 4 services, 5 blog, 6 press, 7 login.',
    shapes.metas,
  ),
  industries: read('/industries', 'Industries by name.', shapes.industries),
  industryReports: read(
    '/industries-by-category/{slug}',
    'Reports of an industry, newest first. An unknown slug is 404 with an empty list as well.',
    shapes.reports,
    [404],
  ),
  service: read('/service', 'Services, priority ascending, missing last.', shapes.services),
  reports: read(
    '/reports',
    'All reports, newest first, written out as they are read; with `page` and `per_page` that page.',
    shapes.reports,
    [422],
    { page: 'From 1.', per_page: '1 to 100.' },
  ),
  reportDetail: read(
    '/reports-detail/{slug}',
    'A report and its questions.',
    shapes.reportDetail,
    [404],
  ),
  sampleReport: read(
    '/report-request-sample/{id}',
    'A report by slug or code.',
    shapes.oneReport,
    [404],
  ),
  blog: read('/blog', 'Blog posts, newest first.', shapes.blogs),
  blogDetail: read('/blog-detail/{slug}', 'A blog post.', shapes.blog, [404]),
  pressRelease: read('/press-release', 'Press releases, newest first.', shapes.pressReleases),
  pressReleaseDetail: read(
    '/press-release-detail/{slug}',
    'A press release.',
    shapes.pressRelease,
    [404],
  ),
  client: read('/client', 'Testimonials.', shapes.clients),
  company: read('/company', 'Logos of clients.', shapes.companys),
  faq: read('/faq', 'General questions.', shapes.faqs),
  countries: read(
    '/country-with-phone-code',
    'Countries with their phone codes, digits without a plus.',
    shapes.countrys,
  ),
  subscriber: write(
    '/subscriber',
    'Asks for the newsletter.',
    bodies.subscriber,
    shapes.done,
    [503],
  ),
  contactUs: write('/contact-us', 'A contact enquiry.', bodies.contactUs, shapes.done, [503]),
  carrer: {
    ...write('/carrer', 'A job application with a CV.', bodies.carrer, shapes.done, []),
    multipart: true,
  },
  login: write(
    '/user/login',
    'Logs in, and sets the session cookie.',
    bodies.login,
    shapes.userDone,
    [401],
  ),
  register: write(
    '/user/register',
    'Opens an account; the same answer for an address that has one.',
    bodies.register,
    shapes.userDone,
    [],
  ),
  forgetPassword: write(
    '/forget-password',
    'Sends the link of a reset; the same answer for every address.',
    bodies.forgetPassword,
    shapes.done,
    [],
  ),
  sampleReportRequest: write(
    '/sample-report-request',
    'A sample, discount, enquiry or customization.',
    bodies.sampleReportRequest,
    shapes.done,
    [503],
  ),
  becomeReseller: write(
    '/become-reseller',
    'A reseller application.',
    bodies.becomeReseller,
    shapes.done,
    [503],
  ),
  buyNowLink: read(
    '/custom-buy-now-link/{id}',
    'What is for sale under a code or link id.',
    shapes.buyLink,
    [404, 422],
    { type: 'single-user (default), multiple-user or corporate-user.' },
  ),
  createOrder: write(
    '/paypal/create-order',
    'Places an order and answers the approval page.',
    bodies.createOrder,
    shapes.created,
    [404, 502],
  ),
  captureOrder: read(
    '/paypal/capture-order',
    'Takes the money of an approved order once; repeating it answers the same.',
    shapes.captured,
    [404, 409, 503],
    { token: "The provider's order id." },
  ),
} as const satisfies Readonly<Record<string, Call>>;

export type CallName = keyof typeof calls;
