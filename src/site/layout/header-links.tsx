import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export type HeaderIndustry = {
  readonly slug: string;
  readonly name: string;
  /** The number of its published reports. */
  readonly reports: number;
  readonly mainReports: number;
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

/** Links to all industries, for the menu of small screens. */
export function IndustryLinks({ industries }: { industries: readonly HeaderIndustry[] }) {
  if (industries.length === 0) return <p>{texts.loadingIndustries}</p>;
  return (
    <ul className="grid text-[15px]">
      {industries.map(({ slug, name }) => (
        <li key={slug}>
          <a className="block py-1.5 hover:underline" href={paths.industry(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
