/** The largest id that a table can have. */
const maxId = 2_147_483_647;

/** The id that a text of an address is; undefined if no row can have it. */
export function parseId(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? '') ? Number(text) : 0;
  return id > 0 && id <= maxId ? id : undefined;
}
