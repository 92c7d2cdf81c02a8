import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compileForBrowser, minify } from '../../serving/browser-code.ts';

const PAYMENTS = join(import.meta.dirname, '..');

/** In dependency order. */
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

let cached: BrowserScript | undefined;

/**
 * The browser library as one classic script, because it must set `window.Stripe` before the next script runs.
 * The modules are concatenated without their imports and exports, so their top-level names must not collide.
 */
export function browserScript(): BrowserScript {
  if (cached) return cached;
  const text = minify(`(() => {\n'use strict';\n${MODULES.map(readModule).join('\n')}\n})();\n`);
  cached = { text, gzipped: gzipSync(text, { level: 9 }) };
  return cached;
}

/** The compiler can put a doc comment before the keyword on the same line. */
const COMMENT = String.raw`(/\*\*(?:(?!\*/)[^])*\*/ )?`;
const IMPORT = new RegExp(`^${COMMENT}import\\b[^;]*;$`, 'gm');
const EXPORT = new RegExp(`^${COMMENT}export (?=(async )?(function|class|const|let)\\b)`, 'gm');

function readModule(name: string): string {
  return compileForBrowser(join(PAYMENTS, name)).replace(IMPORT, '').replace(EXPORT, '');
}
