/**
 * The outside world of the demo and the tests: servers on the loopback address that speak the
 * protocols of PayPal, an SMTP server, Turnstile and VIES. They import nothing of the program, and a
 * build for production has none of them (docs/decisions/0061-simulators-are-built-apart.md).
 */
export { startMailSimulator } from './mail/index.ts';
export { startPaypalSimulator } from './paypal/index.ts';
export { startTurnstileSimulator } from './turnstile/index.ts';
export { startViesSimulator } from './vies.ts';
