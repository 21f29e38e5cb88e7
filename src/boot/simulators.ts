import path from 'node:path';
import {
  startTurnstileSimulator,
  type TurnstileSimulator,
} from '#adapters/captcha/turnstile-simulator.ts';
import { startMailSimulator, type MailSimulator } from '#adapters/email/mail-simulator.ts';
import {
  startPaypalSimulator,
  type PaypalSimulator,
} from '#adapters/payments/paypal-simulator/index.ts';
import type { Config } from '../config.ts';
import type { Closers } from './closers.ts';

/** The simulators that run: each where the configuration names no real service. */
export type Simulators = {
  readonly paypal: PaypalSimulator | undefined;
  readonly mail: MailSimulator | undefined;
  readonly turnstile: TurnstileSimulator | undefined;
};

/** Starts the simulators on the ports after the site's. Each is closed by `closers`. */
export async function startSimulators(config: Config, closers: Closers): Promise<Simulators> {
  const start = async <T extends { readonly close: () => Promise<void> }>(
    isNeeded: boolean,
    startSimulator: () => Promise<T>,
  ): Promise<T | undefined> => {
    if (!isNeeded) return undefined;
    const simulator = await startSimulator();
    closers.add(() => simulator.close());
    return simulator;
  };
  return {
    mail: await start(!config.smtpUrl, () =>
      startMailSimulator({
        port: simulatorPort(config, 2),
        folder: path.join(config.dataDir, 'mail'),
      }),
    ),
    paypal: await start(!config.paypal, () =>
      startPaypalSimulator({
        port: simulatorPort(config, 1),
        dataFile: path.join(config.dataDir, 'local-paypal.jsonl'),
        webhookUrl: `${config.origin}/webhooks/paypal`,
      }),
    ),
    turnstile: await start(!config.turnstile, () =>
      startTurnstileSimulator({
        port: simulatorPort(config, 3),
        hostname: new URL(config.origin).hostname,
      }),
    ),
  };
}

/** The port `offset` after the site's; 0 (any free port) where the site takes any, too. */
export const simulatorPort = (config: Config, offset: number): number =>
  config.port === 0 ? 0 : config.port + offset;

/** One line for each simulator that runs, and what it means. */
export function describeSimulators({ paypal, mail, turnstile }: Simulators): string[] {
  return [
    ...(paypal ? [`  PayPal simulator:  ${paypal.origin} (no real money moves)`] : []),
    ...(mail ? [`  Mail simulator:    ${mail.inboxUrl} (emails are kept here, not sent)`] : []),
    ...(turnstile ? [`  Captcha simulator: ${turnstile.origin} (a box to tick)`] : []),
  ];
}
