import { sql, type RawBuilder } from 'kysely';

/** A statement that begins so is parsed once for each connection. */
export const preparedMark = '/* prepared */';

/**
 * Begins a statement that is asked often and in few forms, whose parsing would take longer than its
 * answer: `sql\`${prepared} select …\``. A form is a text of its own, so that what differs from one
 * time to the next is a parameter, and few texts are made.
 */
export const prepared: RawBuilder<unknown> = sql.raw(preparedMark);
