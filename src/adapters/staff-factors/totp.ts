import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { StaffFactors } from '#core/staff/factors.port.ts';

const periodSeconds = 30;

/** Codes of authenticator apps: six digits by SHA-1, the only form that all apps know. */
export const totpFactors: Pick<StaffFactors, 'createTotpSecret' | 'describeTotp' | 'findTotpStep'> =
  {
    createTotpSecret: () => new Secret({ size: 20 }).base32,
    describeTotp: (secret, { issuer, email }) => {
      const address = new TOTP({ issuer, label: email, secret }).toString();
      return { address, qrSvg: renderSVG(address, { border: 2 }) };
    },
    findTotpStep: (secret, code, now) => {
      const digits = code.replace(/\s/g, '');
      if (!/^\d{6}$/.test(digits)) return undefined;
      const timestamp = now.getTime();
      const totp = new TOTP({ secret, period: periodSeconds });
      const delta = totp.validate({ token: digits, timestamp, window: 1 });
      return delta === null
        ? undefined
        : TOTP.counter({ period: periodSeconds, timestamp }) + delta;
    },
  };
