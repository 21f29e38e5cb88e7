import { socialNetworks, type SiteInfo, type SocialNetwork } from '#core/content/model.ts';

const networkNames: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
};

/** A link for each network that the publisher has, and none for the others. */
export function SocialLinks({ site }: { site: SiteInfo }) {
  const linkedNetworks = socialNetworks.filter((network) => site.socialMedia[network]);
  if (linkedNetworks.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 text-[13px]">
      {linkedNetworks.map((network) => (
        <li key={network}>
          <a
            className="inline-block py-1 hover:underline"
            rel="noopener"
            href={site.socialMedia[network]}
          >
            {networkNames[network]}
          </a>
        </li>
      ))}
    </ul>
  );
}
