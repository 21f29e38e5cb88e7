import { createCatalogue, type Catalogue } from './catalogue/index.ts';
import { createContent, type Content } from './content/index.ts';
import { createOrders, type Orders } from './orders/index.ts';
import type { World } from './world.ts';

/** What the core gives: five words, each with its verbs. Whoever has the shop has the business, and nothing of HTTP. */
export type Shop = {
  readonly catalogue: Catalogue;
  readonly content: Content;
  readonly orders: Orders;
};

/** The business over one world. Nothing runs yet afterwards; the worker calls jobs, the server calls verbs. */
export function createShop(world: World): Shop {
  const content = createContent(world);
  const catalogue = createCatalogue(world, { publisher: async () => (await content.site()).siteName });
  const orders = createOrders(world, { catalogue, countryName: content.countryName, siteName: async () => (await content.site()).siteName });
  return { catalogue, content, orders };
}
