import { readClientIp } from '../http/client-ip.ts';
import { Hono } from 'hono';
import { formatMoney, toDecimalString } from '#core/kernel/money.model.ts';
import { listTaxLines } from '#core/orders/tax.model.ts';
import { splitTitle, type SuggestedReport } from '#core/catalogue/model.ts';
import { toPublications } from '#core/catalogue/reports/publication.model.ts';
import { findOwnPages } from '#site/catalogue/site-pages.ts';
import { paths } from '#src/paths.ts';
import type { App } from '#core/app.ts';
import type { ServerOptions } from '../options.ts';
import { suggestionsType } from './feeds/open-search.ts';

/** Services in the header's dropdown. */
const maxServices = 6;

/** Returns the suggestions of the header's search for words that are being typed. */
async function suggest({ catalogue, content, store }: App, query: string) {
  const findSite = async () => {
    const settings = await store.getSettings();
    const found = await findOwnPages(content, settings, { words: query, isTyping: true });
    return { ...found, currency: settings.currency };
  };
  const [suggestions, { pages, services, currency }] = await Promise.all([
    catalogue.search.suggest(query),
    findSite(),
  ]);
  return {
    ...suggestions,
    totals: { ...suggestions.totals, services: services.length },
    services: services.slice(0, maxServices),
    pages,
    currency,
  };
}

/**
 * Data for the islands as JSON: search suggestions, and the newest reports of an industry; and
 * suggestions for the address bars of browsers.
 */
export function islandDataRoutes(options: ServerOptions): Hono {
  const { app, origin } = options;
  const routes = new Hono();
  routes.get('/search', async (c) =>
    c.json(await suggest(app, (c.req.query('q') ?? '').slice(0, 200)), 200, {
      'cache-control': 'no-cache',
    }),
  );
  routes.get('/search/suggestions', async (c) => {
    const words = (c.req.query('q') ?? '').slice(0, 200);
    const { reports } = await app.catalogue.search.suggest(words);
    const headers = { 'content-type': suggestionsType, 'cache-control': 'no-cache' };
    return c.body(writeSuggestions(words, reports, origin), 200, headers);
  });
  routes.get('/quote', async (c) => {
    const offer = await app.orders.offers.getOffer(
      (c.req.query('report_id') ?? '').slice(0, 60),
      c.req.query('type'),
    );
    if (!offer.ok) return c.json({ ok: false, message: offer.message }, 404);
    const read = (name: string) => (c.req.query(name) ?? '').slice(0, 120);
    const country = read('country');
    const quote = await app.orders.offers.quoteOffer(offer.value, {
      countryId: /^\d{1,9}$/.test(country) ? Number(country) : undefined,
      postalCode: read('zip'),
      city: read('city'),
      buyerKind: read('buyer_type') === 'person' ? 'person' : 'company',
      taxId: read('tax_id') || undefined,
      visitor: readClientIp(c, options),
    });
    const { currency, totalCents, note = '' } = quote;
    const shown = {
      lines: listTaxLines(quote, currency),
      total: formatMoney(totalCents, currency),
      exactTotal: toDecimalString(totalCents, currency),
      note,
    };
    return c.json(shown, 200, { 'cache-control': 'no-store' });
  });
  routes.get('/latest', async (c) => {
    const reports = await app.catalogue.reports.listNewestInIndustry(
      (c.req.query('industry') ?? '').slice(0, 100),
    );
    if (!reports) return c.json({ ok: false, message: 'There is no such industry.' }, 404);
    const { currency } = await app.store.getSiteInfo();
    const publications = toPublications(reports, currency);
    return c.json({ reports: publications }, 200, { 'cache-control': 'no-cache' });
  });
  return routes;
}

/**
 * Writes what browsers show below their address bar (github.com/dewitt/opensearch, "Suggestions
 * extension"): the words as they came, completions, what is said of each, and where each leads.
 */
const writeSuggestions = (
  words: string,
  reports: readonly SuggestedReport[],
  origin: string,
): string =>
  JSON.stringify([
    words,
    reports.map(({ title }) => splitTitle(title)[0]),
    reports.map(({ figure }) => figure),
    reports.map(({ slug }) => origin + paths.report(slug)),
  ]);
