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
import { startViesSimulator, type ViesSimulator } from '#adapters/vat-numbers/vies-simulator.ts';
import type { Config } from '../config.ts';
import type { Closers } from './closers.ts';
import { explainListenError } from './listen-error.ts';

/** The simulators that run: each where the configuration names no real service. */
export type Simulators = {
  readonly paypal: PaypalSimulator | undefined;
  readonly mail: MailSimulator | undefined;
  readonly turnstile: TurnstileSimulator | undefined;
  readonly vies: ViesSimulator | undefined;
};

/**
 * Starts the simulators on the ports after the site's. Each is closed by `closers`, and none ends
 * the program by a fault of its own: `onFault` hears of it. Throws ConfigError for a taken port.
 */
export async function startSimulators(
  config: Config,
  closers: Closers,
  onFault: (error: unknown) => void,
): Promise<Simulators> {
  const start = createStarter(config, closers);
  const places = findSimulatorPlaces(config);
  const [mailPort, paypalPort] = [places.mail.port, places.paypal.port];
  const [captchaPort, viesPort] = [places.captcha.port, places.vies.port];
  const folder = path.join(config.dataDir, 'mail');
  const paypalOptions = {
    dataFile: path.join(config.dataDir, 'local-paypal.jsonl'),
    webhookUrl: `${config.origin}/webhooks/paypal`,
    onFault,
  };
  const { hostname } = new URL(config.origin);
  return {
    mail: config.smtpUrl
      ? undefined
      : await start(places.mail, () => startMailSimulator({ port: mailPort, folder, onFault })),
    paypal: config.paypal
      ? undefined
      : await start(places.paypal, () =>
          startPaypalSimulator({ port: paypalPort, ...paypalOptions }),
        ),
    turnstile: config.turnstile
      ? undefined
      : await start(places.captcha, () =>
          startTurnstileSimulator({ port: captchaPort, hostname, onFault }),
        ),
    vies:
      config.viesUrl || config.isProduction
        ? undefined
        : await start(places.vies, () => startViesSimulator({ port: viesPort, onFault })),
  };
}

/** Starts one simulator, to be closed by `closers`; a taken port is one sentence. */
const createStarter =
  (config: Config, closers: Closers) =>
  async <T extends { readonly close: () => Promise<void> }>(
    { name, port, variables }: SimulatorPlace,
    startSimulator: () => Promise<T>,
  ): Promise<T> => {
    const remedy = `set PORT so that the four ports after it are free (now ${config.port}), or set ${variables}`;
    const simulator = await startSimulator().catch((error: unknown) => {
      throw explainListenError(error, { name, port, host: '127.0.0.1', remedy });
    });
    closers.add(() => simulator.close());
    return simulator;
  };

/** A simulator's name and port, and the variables that name the real service instead. */
type SimulatorPlace = { readonly name: string; readonly port: number; readonly variables: string };

const findSimulatorPlaces = (config: Config) => ({
  paypal: {
    name: 'the PayPal simulator',
    port: simulatorPort(config, 1),
    variables: 'the four variables of PayPal',
  },
  mail: { name: 'the mail simulator', port: simulatorPort(config, 2), variables: 'SMTP_URL' },
  captcha: {
    name: 'the captcha simulator',
    port: simulatorPort(config, 3),
    variables: 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET',
  },
  vies: {
    name: 'the VIES simulator',
    port: simulatorPort(config, 4),
    variables: 'VIES_URL',
  },
});

/** The port `offset` after the site's; 0 (any free port) where the site takes any, too. */
export const simulatorPort = (config: Config, offset: number): number =>
  config.port === 0 ? 0 : config.port + offset;

/** One line for each simulator that runs, and what it means. */
export function describeSimulators({ paypal, mail, turnstile, vies }: Simulators): string[] {
  return [
    ...(paypal ? [`  PayPal simulator:  ${paypal.origin} (no real money moves)`] : []),
    ...(mail ? [`  Inbox:             ${mail.inboxUrl} (emails are kept here, not sent)`] : []),
    ...(turnstile ? [`  Captcha simulator: ${turnstile.origin} (a box to tick)`] : []),
    ...(vies ? [`  VIES simulator:    ${vies.origin} (VAT numbers)`] : []),
  ];
}
