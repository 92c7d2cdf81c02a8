import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

/** Root of the backend's package, the same from source and from the build. */
const PACKAGE_FOLDER = dirname(findPackageJSON('..', import.meta.url)!);

export const MIGRATIONS_FOLDER = join(PACKAGE_FOLDER, 'migrations');
/** Where the built site lies beside the built API. */
export const SITE_FOLDER = join(PACKAGE_FOLDER, '../frontend/dist');
