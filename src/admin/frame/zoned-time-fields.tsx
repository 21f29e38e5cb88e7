import type { ReactNode } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import { toLocalTime } from '#core/kernel/time-zone.model.ts';
import { nameZone, zoneNames } from '#core/kernel/zone-names.model.ts';
import { useStoreZone } from '#ui/store-zone.tsx';
import { fieldProps, SelectField, TextField, type Option } from './fields.tsx';
import { shownInstantField } from './zoned-time.ts';

const zones = zoneNames.map((zone) => [zone, nameZone(zone)] as const);

/** Every zone, the given ones first. */
const listZones = (...first: readonly string[]): Option[] => {
  const given = [...new Set(first)];
  const others = zones.filter(([zone]) => !given.includes(zone));
  return [...given.map((zone) => [zone, nameZone(zone)] as const), ...others];
};

/**
 * A day and time in a time zone: the one that was chosen before, else the store's. It is posted as
 * `name` and `zone`; `readZonedTime` reads it.
 */
export function ZonedTimeFields(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly idPrefix?: string;
  /** The stored instant. */
  readonly at?: Date | undefined;
  /** In which zone it was chosen, if that is kept. */
  readonly zone?: string | undefined;
  readonly rejected: RejectedForm | undefined;
  readonly required?: boolean;
}) {
  const { name, label, hint, idPrefix = '', at, rejected, required } = props;
  const storeZone = useStoreZone();
  const zone = props.zone ?? storeZone;
  return (
    <div className="admin-row" data-zoned-time>
      <TextField
        id={`${idPrefix}${name}`}
        type="datetime-local"
        label={label}
        hint={hint}
        required={required}
        {...fieldProps(name, at && toLocalTime(at, zone), rejected)}
      />
      {at && <input type="hidden" name={shownInstantField(name)} value={at.toISOString()} />}
      <SelectField
        id={`${idPrefix}zone`}
        label="Time zone"
        options={listZones(rejected?.values['zone'] ?? zone, storeZone)}
        {...fieldProps('zone', zone, rejected)}
      />
    </div>
  );
}
