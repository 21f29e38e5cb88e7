import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The forms of a page that post, each once for every button: their address and fields. */
export function* listForms(address: string, html: string) {
  for (const [, head = '', body = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    if (!/method="post"/i.test(head)) continue;
    const action = /action="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&') ?? address;
    const fields: Record<string, string> = {};
    for (const [tag] of body.matchAll(/<(?:input|select|textarea)[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(tag)?.[1];
      if (name) fields[name] = /value="([^"]*)"/.exec(tag)?.[1] ?? '1';
    }
    const buttons = [...body.matchAll(/<button[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
    if (buttons.length === 0) yield { action, fields };
    for (const [, name = '', value = ''] of buttons)
      yield { action, fields: { ...fields, [name]: value } };
  }
}

/** One page of each kind is enough. */
export const toPattern = (address: string): string =>
  (address.split('?')[0] ?? '').replaceAll(/\/[A-Z]*-?\d[\w-]*/g, '/1');

/** The intents of all forms that the pages contain. */
export const listWrittenIntents = (): string[] =>
  readdirSync('src/admin', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(path.join('src/admin', name), 'utf8'))
    .flatMap((source) =>
      [...source.matchAll(/\bintent="([a-z-]+)"/g)].map(([, intent = '']) => intent),
    );
