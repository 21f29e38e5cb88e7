/** Of a customer's password, in characters; browsers check it, too. */
export const minPasswordLength = 6;
