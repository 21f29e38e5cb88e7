/** The sentence for people who choose a password that many use. */
export const tooCommon = 'This password is too easy to guess. Please choose another one.';
