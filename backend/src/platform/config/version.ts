import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The product's version, whether it runs from source or from the build. */
export const VERSION = (
  JSON.parse(readFileSync(findPackageJSON('..', import.meta.url)!, 'utf8')) as { version: string }
).version;
