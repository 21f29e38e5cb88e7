import type { Shortcut } from './shortcut-list.ts';

type Props = { readonly shortcuts: readonly Shortcut[] };

/** Keys and what they do. */
export const ShortcutTable = ({ shortcuts }: Props) => (
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
export const ShortcutHelp = (props: Props) => (
  <dialog id="admin-shortcuts" className="admin-dialog" aria-labelledby="admin-shortcuts-title">
    <h2 id="admin-shortcuts-title">Keyboard shortcuts</h2>
    <ShortcutTable {...props} />
    <p>
      <a href="/admin/shortcuts">Turn single letters off</a>
    </p>
    <form method="dialog">
      <button type="submit" className="admin-button">
        Close
      </button>
    </form>
  </dialog>
);
