import { Icon } from '#ui/icon.tsx';
import { socialNetworks, type SocialNetwork } from '#core/content/model.ts';
import type { SiteInfo } from '#core/store/model.ts';

const networkNames: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
};

/**
 * A link for each network that the publisher has, and none for the others. With `hasIcons` small
 * screens show icons in place of the names.
 */
export function SocialLinks({ site, hasIcons }: { site: SiteInfo; hasIcons?: boolean }) {
  const linkedNetworks = socialNetworks.filter((network) => site.socialMedia[network]);
  if (linkedNetworks.length === 0) return null;
  return (
    <ul className="social-links" data-icons={hasIcons ? '' : undefined}>
      {linkedNetworks.map((network) => (
        <li key={network}>
          <a rel="noopener" href={site.socialMedia[network]} aria-label={networkNames[network]}>
            {hasIcons && <Icon name={network} size={16} />}
            <span aria-hidden="true">{networkNames[network]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
