import type { Factor } from '#core/staff/model.ts';

const factorNames: Readonly<Record<Factor['kind'], string>> = {
  passkey: 'Passkey',
  totp: 'App',
  recovery: 'Recovery codes',
};

/** "Passkey, App", or that there is none. */
export const describeFactors = ({
  factors,
}: {
  readonly factors: readonly Factor['kind'][];
}): string => factors.map((kind) => factorNames[kind]).join(', ') || 'None';
