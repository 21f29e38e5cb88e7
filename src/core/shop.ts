import { createCatalogue, type Catalogue } from './catalogue/index.ts';
import { createContent, type Content } from './content/index.ts';
import { send, sweep } from './kernel/post.ts';
import { createLeads, type Leads } from './leads/index.ts';
import { createAccounts, type Accounts } from './accounts/index.ts';
import { createOrders, type Orders } from './orders/index.ts';
import type { World } from './world.ts';

/** What the core gives: five words, each with its verbs. Whoever has the shop has the business, and nothing of HTTP. */
export type Shop = {
  readonly catalogue: Catalogue;
  readonly content: Content;
  readonly leads: Leads;
  readonly orders: Orders;
  readonly accounts: Accounts;
  /** What happens later, by name: called by the worker. */
  readonly jobs: Readonly<Record<string, (payload: never) => Promise<void>>>;
};

/** The business over one world. Nothing runs yet afterwards; the worker calls jobs, the server calls verbs. */
export function createShop(world: World): Shop {
  const content = createContent(world);
  const catalogue = createCatalogue(world, {
    publisher: async () => (await content.site()).siteName,
  });
  const orders = createOrders(world, {
    catalogue,
    countryName: content.countryName,
    terms: content.termsInForce,
    site: async () => {
      const { siteName, address, salesEmail, taxId, teamSeats, bank } = await content.site();
      return { siteName, address, salesEmail, taxId, teamSeats, bank };
    },
  });
  const leads = createLeads(world, {
    catalogue,
    countryName: content.countryName,
    site: content.site,
  });
  const accounts = createAccounts(world, {
    siteName: async () => (await content.site()).siteName,
    countryName: content.countryName,
  });
  const jobs = {
    ...orders.jobs,
    ...accounts.jobs,
    'post.send': async ({ id }: { id: number }) => void (await send(world, id)),
    'post.sweep': () => sweep(world),
  };
  return { catalogue, content, leads, orders, accounts, jobs };
}
