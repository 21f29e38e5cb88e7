/**
 * The HTML of `ui/first-screen-end.tsx`, letter by letter: where `server/styles` links the sheets of
 * what follows.
 */
export const firstScreenEnd = '<template data-first-screen-end=""></template>';
