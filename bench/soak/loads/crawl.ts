import { repeat, send, type Load } from '../client.ts';

const shapes: readonly ((i: number) => string)[] = [
  (i) => `/no-such-report-${i}`,
  (i) => `/faq?utm=${i}`,
  (i) => `/no/such/page-${i}`,
  (i) => `/report-store?page=${i}`,
  (i) => `/?page=${i}&x=${i}`,
  (i) => `/industries/none-${i}`,
  (i) => `/blog-detail/none-${i}`,
  (i) => `/admin/api/reports?page=${i}&per_page=${(i % 100) + 1}`,
  (i) => `/admin/api/reports-detail/none-${i}`,
  (i) => `/No-Such-Report-${i}`,
];

export const crawl: Load = {
  name: 'crawl',
  description: 'a crawl of distinct addresses, query strings and 404s, 50 at once',
  run: (context) =>
    repeat(context, 50, async (i) => {
      const path = shapes[i % shapes.length]?.(i) ?? '/';
      const headers = { 'accept-encoding': i % 2 === 0 ? 'br' : 'gzip' };
      context.count(await send(context, path, { headers, localAddress: '127.0.0.2' }));
    }),
};

export const filterValues: Load = {
  name: 'filter values',
  description: 'unknown values of the filter of the home page, 50 at once',
  run: (context) =>
    repeat(context, 50, async (i) => {
      const path = `/?industry=x${i}`;
      context.count(await send(context, path, { localAddress: '127.0.0.2' }));
    }),
};
