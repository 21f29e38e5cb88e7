import type { ImportState } from '#core/imports/model.ts';
import { Badge } from '#admin/frame/blocks.tsx';

const names = {
  reading: ['open', 'Reading the file'],
  unmapped: ['bad', 'Columns are missing'],
  checking: ['open', 'Checking'],
  checked: ['open', 'Checked, ready to import'],
  running: ['open', 'Running'],
  done: ['good', 'Done'],
  undoing: ['open', 'Being undone'],
  undone: ['plain', 'Undone'],
  refused: ['bad', 'Can’t be read'],
  cancelled: ['plain', 'Cancelled'],
  failed: ['bad', 'Failed'],
} as const satisfies Record<ImportState, readonly [string, string]>;

/** Where an import stands, in words. */
export const ImportStateBadge = ({ state }: { readonly state: ImportState }) => {
  const [tone, name] = names[state];
  return <Badge tone={tone}>{name}</Badge>;
};
