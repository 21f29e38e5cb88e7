import { repeat, send, type Load } from '../client.ts';

const postPaths = [
  '/data/forms/career',
  '/career',
  '/data/forms/contact',
  '/contact',
  '/data/account/login',
  '/login',
  '/signup',
  '/buy-now',
  '/payment-success',
  '/newsletter',
  '/profile',
  '/unsubscribe/x',
  '/webhooks/paypal',
  '/admin/api/user/login',
  '/admin/api/user/register',
  '/admin/api/contact-us',
  '/admin/api/subscriber',
  '/admin/api/carrer',
  '/admin/api/paypal/create-order',
];

const boundary = 'soakboundary';
const multipartHead =
  `--${boundary}\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n` +
  'Content-Type: application/pdf\r\n\r\n%PDF-1.4\n';

/** A body of this size of each content type, as hard to parse as it gets. */
const createBodies = (bytes: number): readonly (readonly [string, Buffer])[] => [
  ['application/x-www-form-urlencoded', Buffer.alloc(bytes, 'a&')],
  ['application/json', Buffer.alloc(bytes, '[')],
  ['text/plain', Buffer.alloc(bytes, 'a=b\r\n')],
  [
    `multipart/form-data; boundary=${boundary}`,
    Buffer.concat([Buffer.from(multipartHead), Buffer.alloc(bytes, `\r\n--${boundary.slice(1)}`)]),
  ],
];

export const bodies: Load = {
  name: 'bodies',
  description: 'bodies of 1 MB and 10 MB of every content type to every POST',
  run: async (context) => {
    const all = [...createBodies(2 ** 20), ...createBodies(10 * 2 ** 20)];
    await repeat(context, 8, async (i) => {
      const [type, body] = all[i % all.length] ?? ['', Buffer.alloc(0)];
      const path = postPaths[Math.floor(i / all.length) % postPaths.length] ?? '/';
      const headers = { 'content-type': type, 'content-length': body.length };
      const request = { method: 'POST', headers, body, localAddress: '127.0.0.2' };
      context.count(await send(context, path, request));
    });
  },
};
