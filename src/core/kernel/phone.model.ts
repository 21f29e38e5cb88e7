/** The characters of a phone number: the rule of the server, and `pattern` of browsers. */
export const phonePattern = String.raw`[+\(\)\d\s.\/\-]{5,40}`;
/** The same for a whole text. */
export const phoneRule = new RegExp(`^${phonePattern}$`);
