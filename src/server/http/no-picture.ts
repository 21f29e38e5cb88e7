import type { Context } from 'hono';
import { defaultPictureSvg } from '#ui/default-picture.ts';

/** 404 with the default picture, which browsers show if the page has one of ours. */
export const answerNoPicture = (c: Context): Response =>
  c.body(defaultPictureSvg, 404, {
    'content-type': 'image/svg+xml',
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'x-content-type-options': 'nosniff',
  });
