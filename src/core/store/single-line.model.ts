/** The rule of texts that stand on one line, and what a form says where it is broken. */
export const singleLine = [
  /^[^\u0000-\u001f\u007f\u2028\u2029]*$/,
  'Please leave out line breaks and control characters.',
] as const;
