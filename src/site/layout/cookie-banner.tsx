import { paths } from '#src/paths.ts';

const optionalCategories = [
  ['marketing', 'Marketing', 'Advertising based on what you looked at. We use none today.'],
  [
    'functional',
    'Functional',
    'Your contact details, saved in this browser, so that the next form is already filled in.',
  ],
  ['analytics', 'Analytics', 'Counts visits, so that we know which pages are read.'],
] as const;

/**
 * The cookie banner and its settings, hidden until the script finds no saved choice. Refusing takes
 * one click, as accepting does; the choice is kept in the browser (cookie-consent.ts). The banner
 * is the last element of the body and sticks to the window's bottom: at the end of the page it lies
 * below the footer, and covers nothing.
 */
export function CookieBanner({ analyticsScriptUrl }: { analyticsScriptUrl: string | undefined }) {
  return (
    <>
      <CookieSettings />
      <section
        id="cookie-banner"
        hidden
        aria-label="Cookies"
        className="cookie-bar no-print"
        data-analytics={analyticsScriptUrl}
      >
        <div className="wrap">
          <p>
            Only what the store needs, unless you agree.{' '}
            <a className="underline underline-offset-3" href={paths.cookiePolicy()}>
              Cookies
            </a>
          </p>
          <div className="cookie-bar-buttons">
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
