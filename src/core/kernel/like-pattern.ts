/** The text for a pattern of LIKE, in which its own signs stand for themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** A pattern of LIKE or ILIKE for texts that contain this one. */
export const containsPattern = (text: string): string => `%${escapeLike(text)}%`;
