/**
 * The picture in place of one that can't be loaded: the server answers with it if a picture is not
 * there, and the browser's script sets it if none arrives.
 */
export const defaultPictureSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="120" height="120">' +
  '<rect width="120" height="120" fill="#eeece6"/><g fill="none" stroke="#77736a" ' +
  'stroke-width="3"><rect x="34" y="42" width="52" height="38"/><path d="M34 72 50 58l10 9 12-13 ' +
  '14 14"/><circle cx="49" cy="52" r="3.5"/></g></svg>';
