/**
 * A dialog beside the editor when the session has ended: the login opens in a window of its own. It
 * takes no focus, so that who is typing goes on and no keystroke falls into it, and closes by itself
 * once a request goes through.
 */
export function createSignInDialog(): { readonly open: () => void; readonly close: () => void } {
  const dialog = document.createElement('dialog');
  dialog.className = 'admin-dialog edit-sign-in';
  const heading = document.createElement('h2');
  heading.textContent = 'Please sign in again';
  heading.id = 'sign-in-again';
  dialog.setAttribute('aria-labelledby', heading.id);
  const text = document.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent =
    'Your session has ended. Nothing that you typed is lost: it is saved as soon as you are ' +
    'signed in.';
  const link = document.createElement('a');
  link.className = 'button';
  link.textContent = 'Sign in';
  link.target = '_blank';
  link.href = `/admin/login?${new URLSearchParams({ next: '/admin/reports/signed-in' })}`;
  const later = document.createElement('button');
  later.type = 'button';
  later.className = 'admin-button';
  later.textContent = 'Continue writing';
  later.addEventListener('click', () => dialog.close());
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(link, later);
  dialog.append(heading, text, bar);
  document.body.append(dialog);
  let wasDismissed = false;
  later.addEventListener('click', () => (wasDismissed = true));
  return {
    open: () => {
      // `show` would move the focus.
      if (!wasDismissed) dialog.open = true;
    },
    close: () => {
      wasDismissed = false;
      dialog.close();
    },
  };
}
