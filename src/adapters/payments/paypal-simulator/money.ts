/** "10.50" as whole cents. */
export const toCents = (value: string): number => Math.round(Number(value) * 100);
