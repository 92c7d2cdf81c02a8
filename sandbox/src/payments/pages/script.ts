import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browserCode, minify } from '../../serving/browser-code.ts';

const PAYMENTS = join(import.meta.dirname, '..');

/** In the order in which they need one another. */
const MODULES = [
  'cards/card-numbers.ts',
  'browser/form-encoding.ts',
  'browser/api-client.ts',
  'browser/card-format.ts',
  'browser/card-validation.ts',
  'browser/brand-icon.ts',
  'browser/stylesheet.ts',
  'browser/element-style.ts',
  'browser/card-field.ts',
  'browser/emitter.ts',
  'browser/card-element.ts',
  'browser/elements.ts',
  'browser/authentication-dialog.ts',
  'browser/confirmation.ts',
  'browser/stripe.ts',
];

export interface BrowserScript {
  text: string;
  gzipped: Buffer;
}

let made: BrowserScript | undefined;

/**
 * The browser's script as one classic script, because it must set `window.Stripe` before the next script runs.
 * Its modules are joined in order without their imports and exports; their top-level names are therefore all different.
 */
export function browserScript(): BrowserScript {
  if (made) return made;
  const text = minify(`(() => {\n'use strict';\n${MODULES.map(readModule).join('\n')}\n})();\n`);
  made = { text, gzipped: gzipSync(text, { level: 9 }) };
  return made;
}

/** A documentation comment may stand before the word on the same line. */
const COMMENT = String.raw`(/\*\*(?:(?!\*/)[^])*\*/ )?`;
const IMPORT = new RegExp(`^${COMMENT}import\\b[^;]*;$`, 'gm');
const EXPORT = new RegExp(`^${COMMENT}export (?=(async )?(function|class|const|let)\\b)`, 'gm');

function readModule(name: string): string {
  return browserCode(join(PAYMENTS, name)).replace(IMPORT, '').replace(EXPORT, '');
}
