// `npm run bench:site`: how fast, light and findable the public pages are, measured in a real browser and under load.
import { underPinnedNode } from './machine/runtime.mjs';

await underPinnedNode(import.meta.url, async () => {
  const { runSiteBenchmarks } = await import('../bench/run-site.mjs');
  await runSiteBenchmarks(process.argv.slice(2));
});
