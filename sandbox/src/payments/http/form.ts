import { parse } from 'qs';

/** Decodes a form body or query string with nested brackets. Every leaf is a string. */
export function decodeForm(encoded: string): Record<string, unknown> {
  return parse(encoded, {
    depth: 10,
    arrayLimit: 100,
    parameterLimit: 2000,
    allowPrototypes: false,
    plainObjects: false,
  });
}
