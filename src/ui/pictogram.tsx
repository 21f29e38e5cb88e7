/** Pictograms of industries: those of IBM Carbon (Apache-2.0) that are used. */
import { pictograms } from './pictograms.data.ts';

/** An industry's pictogram beside its name, in its hue; nothing if the name is unknown. */
export function Pictogram({ name, size = 48 }: { name: string; size?: number }) {
  const data = pictograms[name];
  if (!data) return <span />;
  return (
    <svg
      viewBox={data.viewBox}
      width={size}
      height={size}
      fill="currentColor"
      className="text-hue"
      aria-hidden="true"
    >
      {data.paths.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}

/** The names that a pictogram can have. */
export const pictogramNames: readonly string[] = Object.keys(pictograms);
