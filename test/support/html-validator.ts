import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate';

const config: ConfigData = {
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
};

/** The library reads its rules and elements again for each page otherwise. */
class KeptConfigLoader extends StaticConfigLoader {
  #kept: ReturnType<StaticConfigLoader['getConfigFor']> | undefined;

  override getConfigFor(file: string): ReturnType<StaticConfigLoader['getConfigFor']> {
    return (this.#kept ??= super.getConfigFor(file));
  }
}

const htmlValidator = new HtmlValidate(new KeptConfigLoader(config));

/** A form whose fields nobody would check without script: the script switches that off itself. */
const listUncheckedForms = (html: string): string[] =>
  [...html.matchAll(/<(?:form|button|input)\b[^>]*\snovalidate\b[^>]*>/gi)].map(
    ([tag]) => `no-unchecked-form: the browser's check is off in ${tag}`,
  );

/** What is wrong with the HTML of a page, a line each. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await htmlValidator.validateString(html);
  const invalid = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  );
  return [...invalid, ...listUncheckedForms(html)];
}
