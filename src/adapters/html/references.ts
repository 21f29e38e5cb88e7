/** What a link or a picture of a stranger's HTML may lead to. */

/** True for http, https, mailto and paths of this site; never for a script or another protocol. */
export function isSafeHref(href: string): boolean {
  if (href.length > 2000 || /[\s\u0000-\u001f\u007f\\]/.test(href)) return false;
  if (/^(?:\/(?!\/)|#)/.test(href)) return true;
  return /^(?:https?:\/\/[^/]|mailto:[^@]+@)/i.test(href) && URL.canParse(href);
}

/**
 * The name of a picture of the store: "wheat/fields.png", which its page has as
 * "/picture/wheat/fields.png?width=720". undefined for a picture elsewhere, which is left out.
 */
export function readPictureName(src: string): string | undefined {
  const name = src.replace(/^(?:https?:\/\/[^/]+)?\/picture\//i, '').replace(/[?#].*$/s, '');
  const isName = /^[\w-][\w./-]{0,199}$/.test(name) && !name.split('/').includes('..');
  return isName ? name : undefined;
}
