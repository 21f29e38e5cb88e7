/**
 * Links to policy pages in the navigation: the footer's groups are where staff arrange them. Pure.
 */
import { maxGroupLinks } from '../navigation.model.ts';
import type { StoreSettings } from '../settings.model.ts';
import type { PolicyPage } from './page.model.ts';

type Navigation = StoreSettings['navigation'];
type Link = Navigation['header'][number];
type Linked = Pick<PolicyPage, 'name' | 'address'>;

const leadsTo =
  ({ address }: Pick<PolicyPage, 'address'>) =>
  ({ href }: Link): boolean =>
    href === `/${address}`;

const mapLinks = (
  { header, footer }: Navigation,
  change: (links: readonly Link[]) => Link[],
): Navigation => ({
  header: change(header),
  // A group without links can't be in the settings.
  footer: footer
    .map((group) => ({ ...group, links: change(group.links) }))
    .filter(({ links }) => links.length > 0),
});

/** The place of the group that links to the page, from 0; undefined if none does. */
export function findFooterGroup(
  { footer }: Navigation,
  page: Pick<PolicyPage, 'address'>,
): number | undefined {
  const place = footer.findIndex(({ links }) => links.some(leadsTo(page)));
  return place < 0 ? undefined : place;
}

/** Links to the page lead to where it is now; those that had its name have its new one. */
export const renameLinks = (navigation: Navigation, from: Linked, to: Linked): Navigation =>
  mapLinks(navigation, (links) =>
    links.map((link) =>
      leadsTo(from)(link)
        ? { label: link.label === from.name ? to.name : link.label, href: `/${to.address}` }
        : link,
    ),
  );

/** Nothing links to the page any more. */
export const unlink = (navigation: Navigation, page: Pick<PolicyPage, 'address'>): Navigation =>
  mapLinks(navigation, (links) => links.filter((link) => !leadsTo(page)(link)));

/**
 * The footer's group at `place` links to the page, and no other group does; undefined if it has as
 * many links as it can have.
 */
export function linkInFooter(
  navigation: Navigation,
  page: Linked,
  place: number | undefined,
): Navigation | undefined {
  if (findFooterGroup(navigation, page) === place) return navigation;
  if (place !== undefined && navigation.footer[place]?.links.length === maxGroupLinks)
    return undefined;
  const link = { label: page.name, href: `/${page.address}` };
  const groups = navigation.footer.map((group, at) => {
    const links = group.links.filter((one) => !leadsTo(page)(one));
    return { ...group, links: at === place ? [...links, link] : links };
  });
  return { ...navigation, footer: groups.filter(({ links }) => links.length > 0) };
}
