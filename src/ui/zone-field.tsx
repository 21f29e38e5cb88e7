import type { ReactNode } from 'react';
import { nameZone, zoneNames } from '#core/kernel/zone-names.model.ts';
import { Field } from './field.tsx';

/**
 * A time zone, by a name that is found while it is written; the core reads also a city alone. Works
 * without script.
 */
export const ZoneField = (props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly required?: boolean;
}) => (
  <>
    <Field
      {...props}
      list={`${props.name}-zones`}
      maxLength={60}
      autoComplete="off"
      spellCheck={false}
    />
    <datalist id={`${props.name}-zones`}>
      {zoneNames.map((zone) => (
        <option key={zone} value={nameZone(zone)} />
      ))}
    </datalist>
  </>
);
