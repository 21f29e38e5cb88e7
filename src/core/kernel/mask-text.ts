/** "A***": enough to tell two people apart, too little to know one. Nothing stays nothing. */
export const maskText = (text: string): string => text.trim().replace(/^(.).*$/su, '$1***');

/** "a***@example.com": enough for somebody to recognise their own address. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/su, '$1***$2');
