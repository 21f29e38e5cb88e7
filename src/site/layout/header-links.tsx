import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { formatCount } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export type HeaderIndustries = {
  /** All of them, or the largest. */
  readonly shown: readonly {
    readonly slug: string;
    readonly name: string;
    /** The number of its published reports. */
    readonly reports: number;
  }[];
  readonly count: number;
  /** The number of reports in all of them. */
  readonly reportCount: number;
};

/** Links of a logged-in customer. */
export function ProfileLinks() {
  return (
    <>
      <a className="block w-full rounded px-3 py-2 text-left hover:bg-wash" href={paths.profile()}>
        My profile
      </a>
      <form method="post" action={paths.logout()}>
        <SubmitButton
          busyLabel="Logging out…"
          className="block w-full rounded px-3 py-2 text-left hover:bg-wash"
        >
          Logout
        </SubmitButton>
      </form>
    </>
  );
}

/** "All 421 industries", where a menu has the largest alone. */
export const describeAll = ({ shown, count }: HeaderIndustries): string | undefined =>
  shown.length < count ? `All ${formatCount(count, 'industry', 'industries')}` : undefined;

/** Links to the industries, for the menu of small screens. */
export function IndustryLinks({ industries }: { industries: HeaderIndustries }) {
  const all = describeAll(industries);
  if (industries.count === 0) return <p>{texts.loadingIndustries}</p>;
  return (
    <ul className="grid text-[15px]">
      {industries.shown.map(({ slug, name }) => (
        <li key={slug}>
          <a className="block py-1.5 hover:underline" href={paths.industry(slug)}>
            {name}
          </a>
        </li>
      ))}
      {all !== undefined && (
        <li>
          <a className="block py-1.5 hover:underline" href={paths.industries()}>
            {all}
          </a>
        </li>
      )}
    </ul>
  );
}
