// `npm run build`: builds whatever changed since its last build; with `-- --force`, everything.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';
import { build } from '../stack/build.mjs';

await runWithPinnedNode(import.meta.url, () => build({ force: process.argv.includes('--force') }));
