import { paths } from '#src/paths.ts';
import { Picture } from '#ui/picture.tsx';
import { useSite } from './use-site.ts';

/** The publisher's own logo, or else its name beside a mark: a quill stroke and a rising line. */
export function Logo({ name, isOnDark = false }: { name: string; isOnDark?: boolean }) {
  const { logo, logoOnDark } = useSite();
  const picture = isOnDark ? logoOnDark : logo;
  if (picture !== null)
    return (
      <Picture
        src={paths.picture(picture)}
        alt={name}
        width={180}
        height={36}
        className="h-9 w-45 object-contain object-left"
        isFirst={!isOnDark}
      />
    );
  return (
    <span className="flex items-center gap-2 font-serif text-[20px] font-semibold leading-none">
      <svg viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
        <path d="M4 24 L11 15 L15 18 L24 4" fill="none" stroke="var(--accent)" strokeWidth="2.5" />
        <path d="M4 24 H24" stroke="currentColor" strokeWidth="1.5" />
      </svg>
      {name}
    </span>
  );
}
