/** Settings that production refuses since they would let everybody in. */

/** The settings as they are in the environment. */
export type ProductionSettings = Readonly<
  Record<
    | 'ORIGIN'
    | 'DATABASE_URL'
    | 'PAYPAL_BASE_URL'
    | 'PAYPAL_CLIENT_ID'
    | 'PAYPAL_SECRET'
    | 'PAYPAL_WEBHOOK_ID'
    | 'SMTP_URL'
    | 'TURNSTILE_SITE_KEY'
    | 'TURNSTILE_SECRET'
    | 'LINK_SECRET',
    string
  >
>;

const paypalUrls = ['https://api-m.paypal.com', 'https://api-m.sandbox.paypal.com'];
const secretNames = [
  'LINK_SECRET',
  'PAYPAL_CLIENT_ID',
  'PAYPAL_SECRET',
  'PAYPAL_WEBHOOK_ID',
  'TURNSTILE_SITE_KEY',
  'TURNSTILE_SECRET',
] as const;
/** Those of our local simulators. */
const demoSecrets = new Set(['local', 'local-turnstile-secret', 'WHLOCAL']);
const placeholder =
  /change.?me|^(replace|your|example|placeholder|dummy|test|secret|password|todo|xxx|<)/i;
const localHosts = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** One sentence for the first setting that is not safe; undefined if all are. */
export function findUnsafeSetting(settings: ProductionSettings): string | undefined {
  return (
    checkOrigin(settings.ORIGIN) ??
    checkPaypalUrl(settings.PAYPAL_BASE_URL) ??
    checkTurnstileKeys(settings) ??
    secretNames.map((name) => checkSecret(name, settings[name])).find(Boolean) ??
    checkVariety(settings.LINK_SECRET) ??
    checkUrlPassword('DATABASE_URL', settings.DATABASE_URL) ??
    checkUrlPassword('SMTP_URL', settings.SMTP_URL) ??
    checkSmtpEncryption(settings.SMTP_URL)
  );
}

const checkOrigin = (origin: string): string | undefined =>
  origin.startsWith('https://')
    ? undefined
    : 'In production ORIGIN must begin with https://, or passwords and orders travel ' +
      `unencrypted: it is ${origin}.`;

const checkPaypalUrl = (url: string): string | undefined =>
  paypalUrls.includes(url.replace(/\/$/, ''))
    ? undefined
    : `In production PAYPAL_BASE_URL must be ${paypalUrls.join(' or ')}: whoever answers ` +
      'there decides what is paid.';

/** Cloudflare's public keys that always pass, always block or always challenge. */
function checkTurnstileKeys(settings: ProductionSettings): string | undefined {
  const isTestKey = (key: string): boolean => /^[123]x0{5}/.test(key);
  return isTestKey(settings.TURNSTILE_SITE_KEY) || isTestKey(settings.TURNSTILE_SECRET)
    ? "In production Turnstile's test keys let everybody pass: set TURNSTILE_SITE_KEY and " +
        'TURNSTILE_SECRET to your own.'
    : undefined;
}

function checkSecret(name: string, secret: string): string | undefined {
  if (demoSecrets.has(secret))
    return (
      `In production ${name} must be your own: it has the value of the demo, which ` +
      'everybody knows.'
    );
  return placeholder.test(secret)
    ? `In production ${name} must be your own: it still has the value of an example.`
    : undefined;
}

const checkVariety = (linkSecret: string): string | undefined =>
  new Set(linkSecret).size < 8
    ? 'LINK_SECRET can be guessed: make one with "openssl rand -hex 32".'
    : undefined;

function checkUrlPassword(name: string, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { password } = new URL(url);
  return placeholder.test(password)
    ? `In production the password in ${name} must be your own: it still has the value of ` +
        'an example.'
    : undefined;
}

/** Without requireTLS a STARTTLS that somebody on the way removes is not missed. */
function checkSmtpEncryption(url: string): string | undefined {
  const { protocol, hostname, searchParams } = new URL(url);
  const isDeliberate =
    searchParams.get('requireTLS') === 'true' || searchParams.get('ignoreTLS') === 'true';
  if (protocol === 'smtps:' || isDeliberate || localHosts.test(hostname)) return undefined;
  return (
    `In production SMTP_URL must encrypt emails to ${hostname}: begin it with ` +
    'smtps://, or add ?requireTLS=true (STARTTLS), or ?ignoreTLS=true for a network ' +
    'that you trust.'
  );
}

/** True if every setting has a value. */
export const isComplete = <Name extends string>(
  settings: Record<Name, string | undefined>,
): settings is Record<Name, string> => Object.values(settings).every(Boolean);

/** Variables of one service: all of them are set, or none. */
export const variableGroups = [
  ['PAYPAL_BASE_URL', 'PAYPAL_CLIENT_ID', 'PAYPAL_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'],
  ['CDN_PURGE_URL', 'CDN_PURGE_TOKEN'],
  ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
] as const;
