/** Settings of a production store whose services nobody answers for; no demo is filled in. */
export const productionEnv: Readonly<Record<string, string>> = {
  REPORTSTAND_ENV: 'production',
  UNSAFE_PRODUCTION_FOR_TESTS: '1',
  PAYPAL_BASE_URL: 'http://127.0.0.1:9',
  PAYPAL_CLIENT_ID: 'local',
  PAYPAL_SECRET: 'local',
  PAYPAL_WEBHOOK_ID: 'WHLOCAL',
  SMTP_URL: 'smtp://127.0.0.1:9',
  TURNSTILE_SITE_KEY: 'local',
  TURNSTILE_SECRET: 'local-turnstile-secret',
  LOG_LEVEL: 'silent',
  LINK_SECRET: 'a-link-secret-for-tests-of-production',
};
