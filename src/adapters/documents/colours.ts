import type { Colour } from '#core/catalogue/drawing.model.ts';

/** An OKLCH colour as "#rrggbb" (Ottosson's OKLab matrices), since a PDF knows only RGB. */
export function oklchToHex(lightness: number, chroma: number, angle: number): string {
  const [a, b] = [
    chroma * Math.cos((angle * Math.PI) / 180),
    chroma * Math.sin((angle * Math.PI) / 180),
  ];
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((one) => one ** 3) as [number, number, number];
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${rgb
    .map((one) => {
      const clipped = Math.min(1, Math.max(0, one));
      const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
      return Math.round(encoded * 255)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;
}

/** The industry's hue as on its pages: the angle from its slug, lightness and chroma from the tokens. */
export function industryHueColours(slug: string): Pick<Record<Colour, string>, 'hue' | 'hue-soft'> {
  let hash = 2166136261;
  for (const letter of slug) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  const angle = (hash >>> 0) % 360;
  return { hue: oklchToHex(0.44, 0.1, angle), 'hue-soft': oklchToHex(0.93, 0.03, angle) };
}
