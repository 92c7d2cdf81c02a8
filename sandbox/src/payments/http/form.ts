import { parse } from 'qs';

/** Decodes a form body or a query string with its nested brackets; every leaf is text. */
export function decodeForm(encoded: string): Record<string, unknown> {
  return parse(encoded, {
    depth: 10,
    arrayLimit: 100,
    parameterLimit: 2000,
    allowPrototypes: false,
    plainObjects: false,
  });
}
