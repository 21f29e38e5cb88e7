import { paths } from '#src/paths.ts';

/**
 * A path of our own that is safe to redirect to: one slash at its start, plain characters only.
 * The home page for anything else, so that no link of ours leads to another site.
 */
export function safeRedirectPath(from: string | null): string {
  if (from === null || from.length > 300 || !/^\/(?![/\\])[\w\-./~%?=&+#]*$/.test(from))
    return paths.home();
  return new URL(from, 'http://own.invalid').host === 'own.invalid' ? from : paths.home();
}
