/** The names of kinds of authors on screens of staff. */
export const authorKinds = { desk: 'A desk', person: 'A person' } as const;
