/** The part of subset-font that we use; the package has no types of its own. */
declare module 'subset-font' {
  type Axis = number | { readonly min: number; readonly max: number };
  export default function subsetFont(
    font: Uint8Array,
    characters: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<Record<string, Axis>>;
      readonly keepFeatures: readonly string[];
    },
  ): Promise<Uint8Array>;
}
