import type { ReactNode } from 'react';
import type { RejectedForm } from '#site/form-fields.ts';
import { fieldProps, SelectField, TextField } from './fields.tsx';
import { nameZone, toLocalTime } from './zoned-time.ts';

const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/Los_Angeles',
  'Asia/Dubai',
  'Asia/Kolkata',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
];

/** The usual zones; first the one that was chosen before, where it is none of them. */
const listZones = (chosen: string) =>
  [...new Set(zones.includes(chosen) ? zones : [chosen, ...zones])].map(
    (zone) => [zone, nameZone(zone)] as const,
  );

/**
 * A day and time in a time zone: the one that was chosen before, else the browser's own, and UTC
 * without script. It is posted as `name` and `zone`; `readZonedTime` reads it.
 */
export function ZonedTimeFields(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly idPrefix?: string;
  /** What is stored. */
  readonly at?: Date | undefined;
  /** In which zone it was chosen, where that is kept. */
  readonly zone?: string | undefined;
  readonly rejected: RejectedForm | undefined;
}) {
  const { name, label, hint, idPrefix = '', at, zone = 'UTC', rejected } = props;
  const isChosen = props.zone !== undefined || rejected !== undefined;
  return (
    <div className="admin-row" data-zoned-time={isChosen ? 'chosen' : 'free'}>
      <TextField
        id={`${idPrefix}${name}`}
        type="datetime-local"
        label={label}
        hint={hint}
        data-instant={at?.toISOString()}
        {...fieldProps(name, at && toLocalTime(at, zone), rejected)}
      />
      <SelectField
        id={`${idPrefix}zone`}
        label="Time zone"
        options={listZones(rejected?.values['zone'] ?? zone)}
        {...fieldProps('zone', zone, rejected)}
      />
    </div>
  );
}
