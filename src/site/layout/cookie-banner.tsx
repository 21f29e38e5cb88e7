import { paths } from '#src/paths.ts';

const optionalCategories = [
  ['marketing', 'Marketing', 'Advertising based on what you looked at. We use none today.'],
  [
    'functional',
    'Functional',
    'Your contact details, saved in this browser, so that the next form is already filled in.',
  ],
  ['analytics', 'Analytics', 'Counts visits, so that we learn which pages are read.'],
] as const;

/**
 * The cookie banner and its settings, hidden until the script finds no saved choice. Refusing takes
 * one click, as accepting does; the choice is kept in the browser (cookie-consent.ts).
 */
export function CookieBanner({ analyticsScriptUrl }: { analyticsScriptUrl: string | undefined }) {
  return (
    <>
      <section
        id="cookie-banner"
        hidden
        aria-label="Cookies"
        className={
          'no-print fixed inset-x-0 bottom-0 z-40 border-t border-rule bg-sheet ' +
          'shadow-[0_-6px_24px_rgb(28_27_24/0.12)]'
        }
        data-analytics={analyticsScriptUrl}
      >
        <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
          <p className="grow basis-[320px] text-[15px]">
            We save only what the store needs to work, and nothing else unless you allow it.{' '}
            <a className="link" href={paths.cookiePolicy()}>
              Cookies
            </a>
          </p>
          <div className="flex gap-2 max-sm:w-full max-sm:[&>button]:grow max-sm:[&>button]:px-2">
            <button type="button" className="button quiet" data-consent="refuse">
              Refuse
            </button>
            <button type="button" className="button quiet" data-consent="settings">
              Cookie Setting
            </button>
            <button type="button" className="button" data-consent="accept">
              Accept
            </button>
          </div>
        </div>
      </section>
      <CookieSettings />
    </>
  );
}

function CookieSettings() {
  return (
    <dialog id="cookie-settings" aria-labelledby="cookie-settings-title" className="modal">
      <form method="dialog" className="grid gap-4 p-6">
        <h2 id="cookie-settings-title" className="text-[24px]">
          Cookie settings
        </h2>
        <ConsentCheckbox
          name="essential"
          title="Essential"
          text="Your order, your session and this choice. The store can't work without them."
          isFixed
        />
        {optionalCategories.map(([name, title, text]) => (
          <ConsentCheckbox key={name} name={name} title={title} text={text} />
        ))}
        <p className="flex flex-wrap gap-2">
          <button className="button" value="save">
            Save
          </button>
          <button className="button quiet" value="close">
            Close
          </button>
        </p>
      </form>
    </dialog>
  );
}

function ConsentCheckbox({
  name,
  title,
  text,
  isFixed,
}: {
  name: string;
  title: string;
  text: string;
  isFixed?: boolean;
}) {
  return (
    <label className="flex items-start gap-3 border-t border-rule pt-3">
      <input
        type="checkbox"
        name={name}
        defaultChecked={isFixed}
        disabled={isFixed}
        className="mt-1 size-5 shrink-0 accent-accent"
      />
      <span>
        <strong className="block">{title}</strong>
        <span className="text-[15px] text-muted">{text}</span>
      </span>
    </label>
  );
}
