import type { SimulatorContext } from './context.ts';
import { newId } from './ledger.ts';
import type { SimulatorResponse } from './responses.ts';

/** Nine hours, as at PayPal. */
const tokenLifetimeSeconds = 32_400;
const credentials = `Basic ${Buffer.from('local:local').toString('base64')}`;

/** 200 with a new access token; 401 for other credentials than local:local. */
export function issueAccessToken(
  { ledger, tokens }: SimulatorContext,
  authorization: string | undefined,
): SimulatorResponse {
  if (authorization !== credentials)
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  const token = `local-${newId()}`;
  tokens.expiresAt.set(token, ledger.now() + tokenLifetimeSeconds * 1000);
  tokens.issuedCount++;
  return {
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments',
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-LOCAL',
      expires_in: tokenLifetimeSeconds,
      nonce: newId(),
    },
  };
}

/** True for a Bearer token that was issued and has not expired. */
export function isAuthorized(
  { ledger, tokens }: SimulatorContext,
  authorization: string | undefined,
): boolean {
  const token = authorization?.replace(/^Bearer /, '') ?? '';
  return (tokens.expiresAt.get(token) ?? 0) > ledger.now();
}
