import { isValidElement, type ReactNode } from 'react';

type Found = { readonly name: string; readonly label: string; readonly legend: string };
type Props = {
  readonly name?: unknown;
  readonly label?: unknown;
  readonly children?: ReactNode;
};

/**
 * What the fields among these children are called, by name; two with one label have the legend of
 * their group before it. Fields of other components are not seen.
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

function listFields(node: ReactNode, legend: string): Found[] {
  if (Array.isArray(node)) return node.flatMap((one: ReactNode) => listFields(one, legend));
  if (!isValidElement<Props>(node)) return [];
  const { name, label, children } = node.props;
  if (typeof name === 'string' && typeof label === 'string') return [{ name, label, legend }];
  return listFields(children, node.type === 'fieldset' ? readLegend(children) : legend);
}

function readLegend(children: ReactNode): string {
  const all: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  const legend = all.find((one) => isValidElement<Props>(one) && one.type === 'legend');
  const text = isValidElement<Props>(legend) ? legend.props.children : '';
  return typeof text === 'string' ? text : '';
}

/** What a field is called whose label is not known: "Meta title" for "metas.home.metaTitle". */
export function nameField(name: string): string {
  const last = name.split('.').findLast((part) => !/^\d*$/.test(part)) ?? name;
  const words = last.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
