/** Writes the table of columns in docs/import.md from the fields of a report. */
import { readFileSync, writeFileSync } from 'node:fs';
import { writeColumnTable } from './support/import-columns.ts';

const path = 'docs/import.md';
writeFileSync(path, writeColumnTable(readFileSync(path, 'utf8')));
