/** The colours of a brand, checked for readers who see little contrast (WCAG 2.2, AA). Pure. */
import { z } from 'zod';

/** The built-in accent, if a store has none of its own: `--color-accent` of tokens.css. */
export const defaultAccent = '#9c2f1b';

/** The page and the cards behind text. */
export const backgrounds = { page: '#fbfaf6', cards: '#ffffff' } as const;
/** WCAG 2.2, 1.4.3: normal text. */
const minContrast = 4.5;

/** The contrast of two colours `#rrggbb` as WCAG defines it: 1 to 21. */
export function computeContrast(one: string, other: string): number {
  const [light, dark] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function computeLuminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const textColour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Write the colour as #rrggbb, such as #9c2f1b.')
  .superRefine((colour, context) => {
    for (const [name, background] of Object.entries(backgrounds)) {
      const contrast = computeContrast(colour, background);
      if (contrast < minContrast)
        context.addIssue({
          code: 'custom',
          message:
            `${colour} can't be read on the ${name} (${background}): its contrast is ` +
            `${contrast.toFixed(1)}, and text needs ${minContrast}; choose a darker colour.`,
        });
    }
  });

export const coloursSchema = z.strictObject({
  /** Links, prices and buttons; buttons have white text. Null for the built-in red. */
  accent: textColour.nullable().default(null),
  /** A button under the pointer. Null for the built-in, or a darker accent. */
  accentDeep: textColour.nullable().default(null),
});
