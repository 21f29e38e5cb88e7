/** Pages whose next segment is a secret. Order numbers after /join are none. */
const pathsWithSecret =
  /^\/(paper|certificate|download|verify|seat|newsletter|unsubscribe|setup|admin\/invitation)\/[^/]+/;
const plainSegment = /^[\w.~-]{0,100}$/;

/**
 * A URL's path as it is logged: without query, with `:token` for a secret and `…` for a segment
 * that none of our addresses has (somebody typed or pasted it).
 */
export const describePath = (url: string): string =>
  url
    .replace(/[?#].*$/s, '')
    .replace(pathsWithSecret, '/$1/:token')
    .split('/')
    .slice(0, 8)
    .map((segment) => (segment === ':token' || plainSegment.test(segment) ? segment : '…'))
    .join('/');
