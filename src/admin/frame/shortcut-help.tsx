const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['Ctrl', 'K'], 'Search everything'],
  [['/'], 'Go to the filter of a list'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['x'], 'Choose the row'],
  [['Enter'], 'Open the row'],
  [['e'], 'Answer the enquiry'],
  [['t'], 'Choose a template for the answer'],
  [['a'], 'Assign the enquiry to me'],
  [['n'], 'Next open enquiry'],
  [['c'], 'New report'],
  [['Ctrl', 'Enter'], 'Send the answer; go on to publishing a report, and publish it'],
  [['g', 'h'], 'Home'],
  [['g', 'a'], 'Needs attention'],
  [['g', 'o'], 'Orders'],
  [['g', 'e'], 'Enquiries'],
  [['g', 'c'], 'Customers'],
  [['g', 'r'], 'Reports'],
  [['g', 'i'], 'Industries'],
  [['g', 'b'], 'Blog'],
  [['g', 'n'], 'Newsletter issues'],
  [['g', 's'], 'Settings'],
  [['?'], 'This help'],
];

/** Keys and what they do. */
export const ShortcutTable = () => (
  <dl className="admin-definitions">
    {shortcuts.map(([keys, what]) => (
      <div key={what} className="contents">
        <dt>
          {keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);

/** Opened by `?` (islands/enhancements/shortcuts.ts). */
export const ShortcutHelp = () => (
  <dialog id="admin-shortcuts" className="admin-dialog" aria-labelledby="admin-shortcuts-title">
    <h2 id="admin-shortcuts-title">Keyboard shortcuts</h2>
    <ShortcutTable />
    <p>
      <a href="/admin/shortcuts">Switch single letters off</a>
    </p>
    <form method="dialog">
      <button type="submit" className="admin-button">
        Close
      </button>
    </form>
  </dialog>
);
