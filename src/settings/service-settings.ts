/** What the environment says of each service outside; undefined where it says nothing of one. */
import type { CdnSettings } from '#adapters/cdn/purge-client.ts';
import type { S3Settings } from '#adapters/files/s3.ts';

type Values<Name extends string> = Readonly<Partial<Record<Name, string | undefined>>>;

/** PayPal's settings where all four are there. */
export function readPaypal(
  values: Values<'PAYPAL_BASE_URL' | 'PAYPAL_CLIENT_ID' | 'PAYPAL_SECRET' | 'PAYPAL_WEBHOOK_ID'>,
) {
  const {
    PAYPAL_BASE_URL: baseUrl,
    PAYPAL_CLIENT_ID: clientId,
    PAYPAL_SECRET: secret,
    PAYPAL_WEBHOOK_ID: webhookId,
  } = values;
  if (!baseUrl || !clientId || !secret || !webhookId) return undefined;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), clientId, secret, webhookId };
}

/** The CDN in front, where it has an address and a token. */
export const readCdn = ({
  CDN_PURGE_URL: purgeUrl,
  CDN_PURGE_TOKEN: token,
  CDN_PURGE_BY: by,
}: Values<'CDN_PURGE_URL' | 'CDN_PURGE_TOKEN'> & {
  readonly CDN_PURGE_BY: CdnSettings['by'];
}): CdnSettings | undefined => (purgeUrl && token ? { purgeUrl, token, by } : undefined);

/** The settings of S3 where all are there; `S3_ENDPOINT` may be missing. */
export function readS3(
  values: Values<
    'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY' | 'S3_ENDPOINT'
  > & { readonly S3_PREFIX: string },
): S3Settings | undefined {
  const {
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_ENDPOINT: endpoint,
  } = values;
  if (!bucket || !region || !accessKeyId || !secretAccessKey) return undefined;
  const prefix = values.S3_PREFIX.replace(/(?<=.)\/?$/, '/');
  return { bucket, region, accessKeyId, secretAccessKey, endpoint, prefix };
}

/** IndexNow, where we have a key. */
export const readIndexNow = ({
  INDEXNOW_KEY: key,
  INDEXNOW_URL: url,
}: Values<'INDEXNOW_KEY'> & { readonly INDEXNOW_URL: string }) => (key ? { key, url } : undefined);
