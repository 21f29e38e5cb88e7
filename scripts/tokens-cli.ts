/** Tokens of programs that call the store: `npm run tokens -- help`. */
import { formatDayIn } from '#core/kernel/time-zone.model.ts';
import { parseArgs } from 'node:util';
import { tokenDays, tokenScopes, type ApiToken } from '#core/api-tokens/model.ts';
import { operatorName, withStore } from './support/with-store.ts';

const help = `npm run tokens                                  all tokens
npm run tokens -- create "nightly feed" imports  a new one, shown once; scopes: ${tokenScopes.join(', ')}
                                                --days ${tokenDays.join(', ')}: it works as long
npm run tokens -- revoke "nightly feed"          it no longer works`;

const actor = { programName: operatorName } as const;
const formatDay = (date: Date | null, zone: string): string =>
  date ? formatDayIn(date, zone) : 'never';

const describeUse = ({ expiresAt }: ApiToken, zone: string): string =>
  expiresAt ? `works until ${formatDay(expiresAt, zone)}` : 'in use';

await withStore({ refusedExitCode: 2, needsSettings: true }, async ({ apiTokens, store }) => {
  const { values, positionals } = parseArgs({
    options: { days: { type: 'string' } },
    allowPositionals: true,
  });
  const [command = 'list', name = '', ...scopes] = positionals;
  if (command === 'create') {
    const days = values.days === undefined ? undefined : Number(values.days);
    const created = await apiTokens.create(actor, { name, scopes, days });
    console.log(created.ok ? created.value : created.message);
    return created.ok ? 0 : 2;
  }
  if (command === 'revoke') {
    const revoked = await apiTokens.revoke(actor, name);
    console.log(revoked.ok ? `The token "${name}" no longer works.` : revoked.message);
    return revoked.ok ? 0 : 2;
  }
  if (command !== 'list') {
    console.log(help);
    return 2;
  }
  const zone = await store.getTimeZone();
  const tokens = await apiTokens.list(actor);
  for (const token of tokens.ok ? tokens.value : []) {
    const state = token.revokedAt
      ? `revoked ${formatDay(token.revokedAt, zone)}`
      : describeUse(token, zone);
    const used = `last used ${formatDay(token.lastUsedAt, zone)}`;
    console.log(`${token.name}  ${token.scopes.join(', ')}  ${state}, ${used}`);
  }
  return 0;
});
