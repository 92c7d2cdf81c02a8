// `npm run build`: builds whatever changed since its last build; with `-- --force`, everything.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(import.meta.url, async () => {
  const { build } = await import('../stack/build.mjs');
  await build({ force: process.argv.includes('--force') });
});
