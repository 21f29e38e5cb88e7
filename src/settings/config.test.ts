import { expect, test } from 'vitest';
import { ConfigError } from './config-error.ts';
import { readConfig } from './config.ts';

const production = {
  REPORTSTAND_ENV: 'production',
  ORIGIN: 'https://store.example',
  DATABASE_URL: 'postgres://reportstand:9fK2vLq8@db.internal/reportstand',
  PAYPAL_BASE_URL: 'https://api-m.paypal.com',
  PAYPAL_CLIENT_ID: 'AeA1QIZXiflr1_-r0U2UbWTziOWX1GRQer5jkUq4ZfWT5qwb6qQRPq7jDtv5',
  PAYPAL_SECRET: 'EGnHDxD_qRPdaLdZz8iCr8N7_MzF-YHPTkjs6NKYQvQSBngp4PTTVWkPZRbL',
  PAYPAL_WEBHOOK_ID: '8PT597110X687430LKGECATA',
  SMTP_URL: 'smtps://store:q7Zt0pLw@mail.example',
  TURNSTILE_SITE_KEY: '0x4AAAAAAADnPIDROrmt1Wwj',
  TURNSTILE_SECRET: '0x4AAAAAAADnPIDROzfoo1tj8TKqN2nV0Qk',
  LINK_SECRET: '5f1e0c7ab39d48e2a6b1c0d9e8f74a35',
};

/** The sentence with which settings are refused; "accepted" if they are not. */
function refusal(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
    return 'accepted';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}

test('production accepts settings of its own', () => {
  for (const changes of [
    {},
    { PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com/' },
    { SMTP_URL: 'smtp://mail.example:587?requireTLS=true' },
    { SMTP_URL: 'smtp://mail.internal:25?ignoreTLS=true' },
    { SMTP_URL: 'smtp://localhost:25' },
    { ORIGIN: 'https://store.example/' },
  ])
    expect(refusal({ ...production, ...changes }), JSON.stringify(changes)).toBe('accepted');
});

test.each([
  ['ORIGIN', 'http://store.example', /^In production ORIGIN must begin with https/],
  ['ORIGIN', 'https://store.example/shop', /^The variable ORIGIN is not usable: /],
  ['PAYPAL_BASE_URL', 'http://api-m.paypal.com', /^In production PAYPAL_BASE_URL must be https/],
  ['PAYPAL_BASE_URL', 'https://api-m.paypal.com.evil.example', /^In production PAYPAL_BASE_URL/],
  ['PAYPAL_BASE_URL', 'https://api-m.paypal.com/x', /^In production PAYPAL_BASE_URL/],
  ['PAYPAL_SECRET', 'local', /^In production PAYPAL_SECRET must be your own/],
  ['PAYPAL_WEBHOOK_ID', 'WHLOCAL', /^In production PAYPAL_WEBHOOK_ID must be your own/],
  ['PAYPAL_CLIENT_ID', 'your-client-id', /^In production PAYPAL_CLIENT_ID must be your own/],
  ['TURNSTILE_SITE_KEY', '1x00000000000000000000AA', /^In production Turnstile's test keys/],
  ['TURNSTILE_SECRET', '1x0000000000000000000000000000000AA', /^In production Turnstile's test/],
  [
    'TURNSTILE_SECRET',
    'local-turnstile-secret',
    /^In production TURNSTILE_SECRET must be your own/,
  ],
  [
    'LINK_SECRET',
    'changeme-changeme-changeme-changeme',
    /^In production LINK_SECRET must be your own/,
  ],
  ['LINK_SECRET', 'a'.repeat(40), /^LINK_SECRET can be guessed/],
  ['LINK_SECRET', '5f1e0c7ab39d48e2', /^The variable LINK_SECRET is not usable: .*32/],
  ['SMTP_URL', 'smtp://store:q7Zt0pLw@mail.example', /^In production SMTP_URL must encrypt/],
  ['SMTP_URL', 'smtps://store:changeme@mail.example', /^In production the password in SMTP_URL/],
  ['DATABASE_URL', 'postgres://a:changeme@db/x', /^In production the password in DATABASE_URL/],
])('A-09 production refuses %s=%s', (name, value, sentence) => {
  expect(refusal({ ...production, [name]: value })).toMatch(sentence);
});

test('a switch that names itself lets tests start production without safe settings', () => {
  const unsafe = { ...production, ORIGIN: 'http://localhost:8080', PAYPAL_SECRET: 'local' };
  expect(refusal({ ...unsafe, UNSAFE_PRODUCTION_FOR_TESTS: '1' })).toBe('accepted');
  expect(readConfig({ ...unsafe, UNSAFE_PRODUCTION_FOR_TESTS: '1' }).isUnsafeTest).toBe(true);
  expect(readConfig({ UNSAFE_PRODUCTION_FOR_TESTS: '1' }).isUnsafeTest).toBe(false);
  expect(refusal({ ...unsafe, LINK_SECRET: undefined, UNSAFE_PRODUCTION_FOR_TESTS: '1' })).toBe(
    'Production does not run with local simulators: set LINK_SECRET.',
  );
});

test.each([
  [{ PAYPAL_CLIENT_ID: 'x' }, 'PAYPAL_CLIENT_ID without PAYPAL_BASE_URL, PAYPAL_SECRET, PAYPAL_'],
  [{ TURNSTILE_SECRET: 'x' }, 'TURNSTILE_SECRET without TURNSTILE_SITE_KEY: set all 2, or none'],
  [{ SMTP_URL: 'smtp://user@mail.example' }, 'SMTP_URL has a user without a password'],
  [{ SMTP_URL: 'mail.example:25' }, 'The variable SMTP_URL is not usable'],
])('half a service is refused in the demo too: %j', (env, sentence) => {
  expect(refusal(env)).toContain(sentence);
});
