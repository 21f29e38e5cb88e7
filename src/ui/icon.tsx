const iconPaths = {
  down: 'M4 6l4 4 4-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3 3l10 10M13 3L3 13',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5L14 14',
  right: 'M6 4l4 4-4 4',
  check: 'M3 8.5l3.2 3L13 4.5',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  clock: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 4.8V8l2 1.5',
  document: 'M4 1.8h5.2L12.2 5v9.2H4zM6.3 7.5h3.6M6.3 10.5h3.6',
  undo: 'M5.5 4L2.5 7l3 3M2.5 7h7a3.5 3.5 0 0 1 0 7H8',
  bank: 'M2.5 6.2L8 2.5l5.5 3.7zM4 6.5v5.5M6.7 6.5v5.5M9.3 6.5v5.5M12 6.5v5.5M2.5 13.5h11',
  arrow: 'M2 8h11M9 4l4 4-4 4',
  mail: 'M1.5 3.5h13v9h-13zM1.5 4l6.5 5 6.5-5',
  facebook: 'M9.5 14.5v-9a2 2 0 0 1 2-2H13M6.5 8.5h6',
  instagram:
    'M2 5a3 3 0 0 1 3-3h6a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3zM5.5 8a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0M11.5 4.5h.01',
  twitter: 'M3 3l10 10M13 3L3 13',
  youtube:
    'M1.5 5a2 2 0 0 1 2-2h9a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2zM6.5 5.8v4.4L10.2 8z',
  linkedin: 'M3 6.5V13M3 3.2v.1M7 13V6.5M7 9.5c0-4 6-4 6 0V13',
} as const;

export type IconName = keyof typeof iconPaths;

/** A line icon in the colour of its text; hidden from screen readers, so a control needs a name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
    >
      <path d={iconPaths[name]} />
    </svg>
  );
}
