import { expect, test } from 'vitest';
import { createTestSecrets } from '../../test/support/test-kernel.ts';
import { createVault } from './vault.ts';

const vault = createVault('a secret of thirty-two characters');
const secrets = createTestSecrets(vault);
const token = '0123456789abcdef0123456789abcdef';

test('what is sealed is opened again, and one text has one sealed form', () => {
  for (const text of ['', token, 'é', 'x'.repeat(5000)]) {
    expect(vault.open(vault.seal(text))).toBe(text);
    expect(vault.seal(text)).toBe(createVault('a secret of thirty-two characters').seal(text));
  }
  expect(vault.seal(token)).not.toContain(token.slice(0, 8));
});

test('a text that was never sealed is opened as it is', () => {
  expect(vault.open(token)).toBe(token);
});

test('nobody opens it with another secret, or after a character was changed', () => {
  const sealed = vault.seal(token);
  expect(() => createVault('another secret of thirty-two chars').open(sealed)).toThrow();
  const changed = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1);
  expect(() => vault.open(changed)).toThrow();
});

test('an email keeps its words, and its links are sealed in their place', () => {
  const signature = 'kiuC4H4OmcE8cIPqfdsP68V068bngLy9i8ZF2fizWE8';
  const text =
    `Report QM-FPG-1071: https://store.example/download/${token}?expires=1799999999&signature=${signature}\n` +
    `See https://store.example/reports/global-electric-vehicle-charging-market-2026-outlook.`;
  const sealed = secrets.seal(text);
  expect(sealed).not.toContain(token);
  expect(sealed).not.toContain(signature);
  expect(sealed).toContain('/reports/global-electric-vehicle-charging-market-2026-outlook.');
  expect(secrets.open(sealed)).toBe(text);
});
