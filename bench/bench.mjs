// `npm run bench`: measures every performance target next to its baseline, on temporary data and free ports.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(import.meta.url, async () => {
  const { runBenchmarks } = await import('./run.mjs');
  await runBenchmarks(process.argv.slice(2));
});
