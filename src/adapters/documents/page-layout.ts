/** An A4 page and its margins, in points. */
export const pageSize = {
  width: 595.28,
  height: 841.89,
  left: 62,
  right: 62,
  top: 74,
  bottom: 70,
} as const;

/** Width of the text between the margins. */
export const textWidth = pageSize.width - pageSize.left - pageSize.right;
