import { Mark, mergeAttributes } from '@tiptap/core';
import { isSafeHref } from '#core/catalogue/rich-text/rich-text.model.ts';

/**
 * A link, in the place of @tiptap/extension-link (vite.islands.config.ts), whose list of top-level
 * domains is a sixth of the whole editor. Addresses that are not safe are no links.
 */
export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (a) => isSafeHref(a.getAttribute('href') ?? '') && null },
  ],
  renderHTML: ({ HTMLAttributes }) => [
    'a',
    mergeAttributes(HTMLAttributes, { rel: 'noopener' }),
    0,
  ],
  addCommands() {
    return {
      setLink:
        (attributes) =>
        ({ commands }) =>
          isSafeHref(attributes.href) && commands.setMark(this.name, attributes),
      unsetLink:
        () =>
        ({ commands }) =>
          commands.unsetMark(this.name, { extendEmptyMarkRange: true }),
    };
  },
});
