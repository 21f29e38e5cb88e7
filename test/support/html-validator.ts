import { importFromTool } from '../../scripts/support/install-tool.ts';

type Config = { readonly extends: readonly string[]; readonly rules: Record<string, 'off'> };
type Message = Readonly<Record<'ruleId' | 'message', string> & Record<'line' | 'column', number>>;
/** The part of html-validate that we use; it is a package of its own. */
type HtmlValidateLibrary = {
  readonly HtmlValidate: new (loader: object) => {
    readonly validateString: (
      html: string,
    ) => Promise<{ readonly results: readonly { readonly messages: readonly Message[] }[] }>;
  };
  readonly StaticConfigLoader: new (config: Config) => { getConfigFor(file: string): unknown };
};

const { HtmlValidate, StaticConfigLoader } = (await importFromTool(
  'test',
  'html-validate',
)) as HtmlValidateLibrary;

const config: Config = {
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
  #kept: unknown;

  override getConfigFor(file: string): unknown {
    return (this.#kept ??= super.getConfigFor(file));
  }
}

const htmlValidator = new HtmlValidate(new KeptConfigLoader(config));

/** A form whose fields nobody would check without script: the script switches that off itself. */
const listUncheckedForms = (html: string): string[] =>
  [...html.matchAll(/<(?:form|button|input)\b[^>]*\snovalidate\b[^>]*>/gi)].map(
    ([tag]) => `no-unchecked-form: the browser's check is off in ${tag}`,
  );

/** Returns the faults of a page's HTML, a line each. */
export async function listHtmlErrors(html: string): Promise<string[]> {
  const { results } = await htmlValidator.validateString(html);
  const invalid = results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  );
  return [...invalid, ...listUncheckedForms(html)];
}
