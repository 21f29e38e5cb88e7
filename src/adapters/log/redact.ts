/**
 * Parts of texts that belong in no log, and what is logged instead. Errors of libraries quote what
 * they were given: an address that a mail server refused, a URL with its query.
 */
const replacements: readonly (readonly [RegExp, string])[] = [
  // The user and password of a URL.
  [/(\w:\/\/)[^\s/@]+@/g, '$1[secret]@'],
  [/[^\s@<>"'(),;:=/\\[\]]+@[^\s@<>"'(),;/\\]+\.[a-z]{2,}/gi, '[email]'],
  // The query of a URL or path.
  [/(\/[^\s?"'<>]*)\?[^\s"'<>)]+/g, '$1?[query]'],
  // Tokens: hexadecimal, UUIDs, URL-safe base64.
  [/\b[0-9a-f]{24,}\b/gi, '[secret]'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '[secret]'],
  [/(?<![\w/.-])[\w-]{40,}/g, '[secret]'],
  // IP addresses are cut to the network; those of the own machine stay.
  [/\b(?!127\.)(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}\b/g, '$1.x.x'],
  [
    /\b([0-9a-f]{1,4}:[0-9a-f]{1,4})(?:(?::[0-9a-f]{1,4})*::[0-9a-f:]*|(?::[0-9a-f]{1,4}){2,6}\b)/gi,
    '$1::x',
  ],
];

/** The text without emails, queries of URLs, secrets and whole IP addresses. */
export const redact = (text: string): string =>
  replacements.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text);
