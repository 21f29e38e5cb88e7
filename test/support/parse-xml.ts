import { SaxesParser } from 'saxes';

export type XmlElement = {
  /** "{namespace}name" */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text directly in it. */
  readonly text: string;
};

/** The root of a document; throws if it is not well-formed or a namespace is not declared. */
export function parseXml(source: string): XmlElement {
  type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string };
  const document: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [document];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).map(({ name, value }) => [name, value] as const);
    const element: Open = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(own),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on('closetag', () => void open.pop());
  parser.write(source).close();
  const [root] = document.children;
  if (!root) throw new Error('The document has no element');
  return root;
}

/** The text of the first child of this name; undefined if there is none. */
export const childText = ({ children }: XmlElement, name: string): string | undefined =>
  children.find((child) => child.name.endsWith(`}${name}`))?.text;
