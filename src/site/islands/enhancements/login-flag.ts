/**
 * Chooses between Login and Profile on cached pages, which are the same for everybody, by a flag in
 * the browser's storage. Pages that know the session correct the flag; access is the server's
 * matter.
 */
export function syncLoginFlag(): void {
  const loginState = document.querySelector<HTMLElement>('[data-member]')?.dataset['member'];
  if (loginState === 'in') localStorage.setItem('isLoggedIn', 'true');
  if (loginState === 'out') localStorage.removeItem('isLoggedIn');
  showLoginFlag();
  // A kept page returns, or stays open, as it was before somebody logged in or out elsewhere.
  addEventListener('pageshow', showLoginFlag);
  addEventListener('storage', showLoginFlag);
}

const showLoginFlag = (): void =>
  void document.documentElement.toggleAttribute(
    'data-logged-in',
    localStorage.getItem('isLoggedIn') === 'true',
  );
