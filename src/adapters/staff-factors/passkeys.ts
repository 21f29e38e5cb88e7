import { parseCleanJson } from '#core/kernel/clean-text.model.ts';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { PasskeyAnswer, PasskeyCredential, StaffFactors } from '#core/staff/factors.port.ts';

type PasskeyPort = Pick<
  StaffFactors,
  | 'createPasskeyRegistration'
  | 'createPasskeyAuthentication'
  | 'readPasskeyAnswer'
  | 'verifyPasskeyRegistration'
  | 'verifyPasskeyAuthentication'
>;

/** Loaded when somebody first uses a passkey: it takes a tenth of a program's start. */
const loadWebAuthn = () => import('@simplewebauthn/server');

const base64Url = z.string().regex(/^[\w-]+$/);
/** The fields of both kinds of answers (WebAuthn level 3, 5.1); the library checks the rest. */
const answerSchema = z.looseObject({
  id: base64Url,
  rawId: base64Url,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64Url }),
});
const clientDataSchema = z.looseObject({ challenge: base64Url });

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const isTransport = (name: string): name is AuthenticatorTransport =>
  transportNames.some((known) => known === name);

const toCredentialId = ({ credentialId: id, transports }: PasskeyCredential) => ({
  id,
  transports: transports.filter(isTransport),
});

/** EdDSA, ES256 and RS256: every passkey has one of these. COSE numbers (RFC 9053). */
const supportedAlgorithmIDs = [-8, -7, -257];

/**
 * Passkeys for the site's host. The person is always verified (finger, face or PIN), so that one
 * passkey is both: something that they have, and something that they are or know.
 */
export function createPasskeys(origin: string): PasskeyPort {
  const rpID = new URL(origin).hostname;
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    createPasskeyRegistration: async ({ issuer, email, name, staffId, existing }) => {
      const { generateRegistrationOptions } = await loadWebAuthn();
      const options = await generateRegistrationOptions({
        rpName: issuer,
        rpID,
        userName: email,
        userDisplayName: name,
        userID: new TextEncoder().encode(`staff-${staffId}`),
        supportedAlgorithmIDs,
        excludeCredentials: existing.map(toCredentialId),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { optionsJson: JSON.stringify(options), challenge: options.challenge };
    },
    createPasskeyAuthentication: async () => {
      const { generateAuthenticationOptions } = await loadWebAuthn();
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { optionsJson: JSON.stringify(options), challenge: options.challenge };
    },
    readPasskeyAnswer,
    verifyPasskeyRegistration: async (answerJson, expectedChallenge) => {
      const { verifyRegistrationResponse } = await loadWebAuthn();
      const response = JSON.parse(answerJson) as RegistrationResponseJSON;
      const given = { response, expectedChallenge, supportedAlgorithmIDs };
      const verified = await orUndefined(verifyRegistrationResponse({ ...given, ...expected }));
      if (!verified?.verified) return undefined;
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const key = Buffer.from(publicKey).toString('base64url');
      return { credentialId: id, publicKey: key, counter, transports };
    },
    verifyPasskeyAuthentication: async (answerJson, expectedChallenge, kept) => {
      const { verifyAuthenticationResponse } = await loadWebAuthn();
      const response = JSON.parse(answerJson) as AuthenticationResponseJSON;
      const publicKey = Uint8Array.from(Buffer.from(kept.publicKey, 'base64url'));
      const credential = { ...toCredentialId(kept), publicKey, counter: kept.counter };
      const verified = await orUndefined(
        verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }),
      );
      return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
    },
  };
}

function readPasskeyAnswer(answerJson: string): PasskeyAnswer | undefined {
  const answer = parseJson(answerSchema, answerJson);
  const clientData = Buffer.from(answer?.response.clientDataJSON ?? '', 'base64url').toString();
  const challenge = parseJson(clientDataSchema, clientData)?.challenge;
  return answer && challenge ? { credentialId: answer.id, challenge } : undefined;
}

const parseJson = <T extends z.ZodType>(schema: T, text: string): z.infer<T> | undefined =>
  schema.safeParse(parseCleanJson(text)).data;

/** The library throws for every answer that is wrong: made for another site, replayed, mistyped. */
const orUndefined = <T>(verifying: Promise<T>): Promise<T | undefined> =>
  verifying.catch(() => undefined);
