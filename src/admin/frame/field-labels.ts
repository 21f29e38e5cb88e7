import { isValidElement, type ReactNode } from 'react';

type Options = readonly (readonly [value: string, label: string])[];
type Found = {
  readonly name: string;
  readonly label: string;
  readonly legend: string;
  readonly options: Options | undefined;
};
type Props = {
  readonly name?: unknown;
  readonly label?: unknown;
  readonly options?: Options;
  /** Rows have a path and a legend instead of a name and a label. */
  readonly path?: unknown;
  readonly legend?: unknown;
  readonly children?: ReactNode;
};

/**
 * Returns the labels of the fields among these children, by name; two with one label have the
 * legend of their group before it. Fields of other components are not seen.
 */
export function readFieldLabels(children: ReactNode): ReadonlyMap<string, string> {
  const all = listFields(children, '');
  return new Map(
    all.map(({ name, label, legend }) => {
      const isAlone = all.filter((other) => other.label === label).length === 1;
      return [name, isAlone || legend === '' ? label : `${legend}, ${label}`];
    }),
  );
}

/** Returns the options of the selects among these children, by their names. */
export const readFieldOptions = (children: ReactNode): ReadonlyMap<string, Options> =>
  new Map(
    listFields(children, '').flatMap(({ name, options }) => (options ? [[name, options]] : [])),
  );

function listFields(node: ReactNode, legend: string): Found[] {
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => listFields(one, legend));
  if (!isValidElement<Props>(node)) return [];
  const { options, children } = node.props;
  const { name = node.props.path, label = node.props.legend } = node.props;
  if (typeof name === 'string' && typeof label === 'string')
    return [{ name, label, legend, options }];
  return listFields(children, node.type === 'fieldset' ? readLegend(children) : legend);
}

function readLegend(children: ReactNode): string {
  const all: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  const legend = all.find((one) => isValidElement<Props>(one) && one.type === 'legend');
  return isValidElement<Props>(legend) ? readText(legend.props.children) : '';
}

function readText(node: ReactNode): string {
  if (isValidElement<Props>(node)) return readText(node.props.children);
  return typeof node === 'string' ? node : '';
}

/**
 * Returns the name of a field whose label is not known: "Meta title" for "metas.home.metaTitle".
 */
export function nameField(name: string): string {
  const last = name.split('.').findLast((part) => !/^\d*$/.test(part)) ?? name;
  const words = last.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
