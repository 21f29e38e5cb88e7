import type { StaffFactors } from '#core/staff/factors.port.ts';
import { createPasskeys } from './passkeys.ts';
import { totpFactors } from './totp.ts';

/** Second factors of staff for the site at `origin`. */
export const createStaffFactors = ({
  origin,
  isRequired,
}: {
  readonly origin: string;
  readonly isRequired: boolean;
}): StaffFactors => ({ isRequired, ...totpFactors, ...createPasskeys(origin) });
