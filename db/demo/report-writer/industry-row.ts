/** One line of the tables of industries. */
export type IndustryRow = readonly [
  name: string,
  codePrefix: string,
  desk: string,
  pictogram: string,
  description: string,
];
