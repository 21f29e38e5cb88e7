import { HtmlValidate } from 'html-validate';

const htmlValidator = new HtmlValidate({
  extends: ['html-validate:standard'],
  // Titles are the catalogue's, inline style carries the industry's hue, staff write tel links.
  rules: {
    'long-title': 'off',
    'no-inline-style': 'off',
    'tel-non-breaking': 'off',
    'no-trailing-whitespace': 'off',
    'void-style': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'prefer-native-element': 'off',
    'no-implicit-button-type': 'off',
    'require-sri': 'off',
    'no-redundant-role': 'off',
    'doctype-style': 'off',
    'valid-id': 'off',
    'no-raw-characters': 'off',
    'svg-focusable': 'off',
  },
});

/** What is wrong with the HTML of a page, a line each. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await htmlValidator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  );
}
