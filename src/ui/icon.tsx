const iconPaths = {
  down: 'M4 6l4 4 4-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3 3l10 10M13 3L3 13',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.5 10.5L14 14',
  right: 'M6 4l4 4-4 4',
} as const;

/** A line icon in the colour of its text; hidden from screen readers, so a control needs a name. */
export function Icon({ name, size = 16 }: { name: keyof typeof iconPaths; size?: number }) {
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
