import type { Role } from '#core/staff/model.ts';
import { mayDo, type StaffVerb } from '#core/staff/verbs.model.ts';
import type { NavigationGroup } from './navigation.ts';

export type Shortcut = readonly [keys: readonly string[], what: string];

const everywhere: readonly Shortcut[] = [
  [['Ctrl', 'K'], 'Search everything'],
  [['/'], 'Go to the filter of a list'],
  [['j'], 'Next row'],
  [['k'], 'Row before'],
  [['Enter'], 'Open the row'],
];

/** Rows are chosen for a change of many, which is in the lists of reports and enquiries alone. */
const choosing: readonly StaffVerb[] = ['report.edit', 'enquiry.work'];
const chooseRow: Shortcut = [['x'], 'Choose the row'];

const byVerb: readonly (readonly [StaffVerb, ...Shortcut])[] = [
  ['enquiry.answer', ['e'], 'Answer the enquiry'],
  ['enquiry.answer', ['t'], 'Choose a template for the answer'],
  ['enquiry.work', ['a'], 'Assign the enquiry to me'],
  ['enquiry.read', ['n'], 'Next open enquiry'],
  ['enquiry.answer', ['Ctrl', 'Enter'], 'Send the answer'],
  ['report.edit', ['c'], 'New report'],
  ['report.edit', ['Ctrl', 'S'], 'Save the draft of a report'],
  ['report.edit', ['Alt', 'F10'], 'From a text to its formats; Esc leads back'],
  ['report.publish', ['Ctrl', 'Enter'], 'Go on to publishing a report, and publish it'],
];

/** The keys that do something for this role; those after `g` are the ones of its menu. */
export const listShortcuts = (role: Role, menu: readonly NavigationGroup[]): Shortcut[] => [
  ...everywhere,
  ...(choosing.some((verb) => mayDo(role, verb)) ? [chooseRow] : []),
  ...byVerb.filter(([verb]) => mayDo(role, verb)).map(([, keys, what]): Shortcut => [keys, what]),
  ...menu
    .flatMap(({ entries }) => entries)
    .flatMap(({ key, label }): Shortcut[] => (key === undefined ? [] : [[['g', key], label]])),
  [['?'], 'This help'],
];
