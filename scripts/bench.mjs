// `npm run bench`: every figure the product promises, each measured beside its floor, on throw-away data and free ports.
import { underPinnedNode } from './machine/runtime.mjs';

await underPinnedNode(import.meta.url, async () => {
  const { runBenchmarks } = await import('../bench/run.mjs');
  await runBenchmarks(process.argv.slice(2));
});
