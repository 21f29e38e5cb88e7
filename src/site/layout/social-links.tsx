import { socialNetworks, type SiteInfo, type SocialNetwork } from '#core/content/model.ts';

const letters: Record<SocialNetwork, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  twitter: 'X',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
};

/** A link for each network that the publisher has, and none for the others. */
export function SocialLinks({ site }: { site: SiteInfo }) {
  const has = socialNetworks.filter((network) => site.socialMedia[network]);
  if (has.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 text-[13px]">
      {has.map((network) => (
        <li key={network}>
          <a
            className="inline-block py-1 hover:underline"
            rel="noopener"
            href={site.socialMedia[network]}
          >
            {letters[network]}
          </a>
        </li>
      ))}
    </ul>
  );
}
