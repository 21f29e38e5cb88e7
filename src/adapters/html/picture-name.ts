/**
 * The name of a picture of the store: "wheat/fields.png", which its page has as
 * "/picture/wheat/fields.png?width=720". undefined for a picture elsewhere, which is left out.
 */
export function readPictureName(src: string): string | undefined {
  const name = src.replace(/^(?:https?:\/\/[^/]+)?\/picture\//i, '').replace(/[?#].*$/s, '');
  const isName = /^[\w-][\w./-]{0,199}$/.test(name) && !name.split('/').includes('..');
  return isName ? name : undefined;
}
