import path from 'node:path';
import type { PaypalSimulator } from '#simulators/paypal/index.ts';
import type { MailSimulator } from '#simulators/mail/index.ts';
import type { TurnstileSimulator } from '#simulators/turnstile/index.ts';
import type { ViesSimulator } from '#simulators/vies.ts';
import { ConfigError } from '../settings/config-error.ts';
import type { Config } from '../settings/config.ts';
import type { Closers } from './closers.ts';
import { explainListenError } from './listen-error.ts';

/** The simulators that run: each if the configuration names no real service. */
export type Simulators = {
  readonly paypal: PaypalSimulator | undefined;
  readonly mail: MailSimulator | undefined;
  readonly turnstile: TurnstileSimulator | undefined;
  readonly vies: ViesSimulator | undefined;
};

const none: Simulators = {
  paypal: undefined,
  mail: undefined,
  turnstile: undefined,
  vies: undefined,
};

/**
 * Starts the simulators on the ports after the site's. Each is closed by `closers`, and none ends
 * the program by a fault of its own: `onFault` hears of it. Throws ConfigError for a taken port,
 * and if the build is one for production, which holds no simulators.
 */
export async function startSimulators(
  config: Config,
  closers: Closers,
  onFault: (error: unknown) => void,
): Promise<Simulators> {
  const hasVatNumbers = config.viesUrl !== undefined || config.isProduction;
  if (config.smtpUrl && config.paypal && config.turnstile && hasVatNumbers) return none;
  const { startMailSimulator, startPaypalSimulator, startTurnstileSimulator, startViesSimulator } =
    await loadSimulators();
  const start = createStarter(config, closers);
  const places = findSimulatorPlaces(config);
  const folder = path.join(config.dataDir, 'mail');
  const { hostname } = new URL(config.origin);
  const paypalOptions = {
    dataFile: path.join(config.dataDir, 'local-paypal.jsonl'),
    webhookUrl: `${config.origin}/webhooks/paypal`,
    onFault,
  };
  return {
    mail: config.smtpUrl
      ? undefined
      : await start(places.mail, (port) => startMailSimulator({ port, folder, onFault })),
    paypal: config.paypal
      ? undefined
      : await start(places.paypal, (port) => startPaypalSimulator({ port, ...paypalOptions })),
    turnstile: config.turnstile
      ? undefined
      : await start(places.captcha, (port) => startTurnstileSimulator({ port, hostname, onFault })),
    vies: hasVatNumbers
      ? undefined
      : await start(places.vies, (port) => startViesSimulator({ port, onFault })),
  };
}

/** They are a part of the build by themselves, which `npm run build` leaves out. */
async function loadSimulators(): Promise<typeof import('#simulators/index.ts')> {
  try {
    return await import('#simulators/index.ts');
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new ConfigError(
      'This build is for production and has no simulators of PayPal, mail, captcha and VAT numbers: ' +
        'set REPORTSTAND_ENV=production and the real services, or run "npm start", which builds ' +
        'the demo.',
    );
  }
}

/** True if there is no such file; a package that it needs and lacks is a fault. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  'url' in error &&
  String(error.url).endsWith('/simulators.js');

/** Starts one simulator, to be closed by `closers`; a taken port is one sentence. */
const createStarter =
  (config: Config, closers: Closers) =>
  async <T extends { readonly close: () => Promise<void> }>(
    { name, port, variables }: SimulatorPlace,
    startSimulator: (port: number) => Promise<T>,
  ): Promise<T> => {
    const remedy = `set PORT so that the four ports after it are free (now ${config.port}), or set ${variables}`;
    const simulator = await startSimulator(port).catch((error: unknown) => {
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

/** The port `offset` after the site's; 0 (any free port) if the site takes any, too. */
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
