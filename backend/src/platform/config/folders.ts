import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Root of the backend package, whether running from source or from the build. */
const PACKAGE_FOLDER = dirname(findPackageJSON('..', import.meta.url)!);

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'migrations');
/** Default location of the built site. */
export const SITE_FOLDER = join(PACKAGE_FOLDER, '../frontend/dist');
