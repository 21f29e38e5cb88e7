import type { Drawing, Shape } from '#core/catalogue/drawing.model.ts';

const paint = (colour: string | undefined): string => (colour ? `var(--${colour})` : 'none');

/** A drawing as inline SVG, named for screen readers; it takes the width of its place. */
export function Picture({ drawing: { width, height, title, shapes } }: { drawing: Drawing }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} className="block h-auto w-full">
      {shapes.map((shape, i) => <One key={i} shape={shape} />)}
    </svg>
  );
}

function One({ shape }: { shape: Shape }) {
  if (shape.kind === 'rect') return <rect x={shape.x} y={shape.y} width={shape.w} height={shape.h} fill={paint(shape.fill)} />;
  if (shape.kind === 'path') {
    return <path d={shape.d} fill={paint(shape.fill)} stroke={shape.stroke && paint(shape.stroke)} strokeWidth={shape.width} strokeDasharray={shape.dash ? '5 4' : undefined} strokeLinejoin="round" />;
  }
  return (
    <text x={shape.x} y={shape.y} fontSize={shape.size} fill={paint(shape.fill ?? 'ink')} textAnchor={shape.anchor} fontWeight={shape.bold ? 600 : undefined} className={shape.serif ? 'font-serif' : undefined}>
      {shape.text}
    </text>
  );
}
