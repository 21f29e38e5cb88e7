import type { Colour } from '#core/catalogue/drawing/drawing.model.ts';
import {
  hueAngleDegrees,
  hueLightnessAndChroma,
} from '#core/catalogue/drawing/drawing-colours.model.ts';

/** The industry's hues as on its pages. */
export function industryHueColours(slug: string): Record<Extract<Colour, `hue${string}`>, string> {
  const angle = hueAngleDegrees(slug);
  return {
    hue: oklchToHex(...hueLightnessAndChroma.hue, angle),
    'hue-2': oklchToHex(...hueLightnessAndChroma['hue-2'], angle),
    'hue-soft': oklchToHex(...hueLightnessAndChroma['hue-soft'], angle),
  };
}

/** An OKLCH colour as "#rrggbb", since a PDF knows only RGB. Matrices: Ottosson's OKLab. */
function oklchToHex(lightness: number, chroma: number, angleDegrees: number): string {
  const a = chroma * Math.cos((angleDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((angleDegrees * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linearRgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${linearRgb.map(toHexByte).join('')}`;
}

/** A linear channel (0 to 1, clipped) as two hexadecimal digits of sRGB. */
function toHexByte(channel: number): string {
  const clipped = Math.min(1, Math.max(0, channel));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
