// `npm run bench`: measures every performance target next to its baseline, on temporary data and free ports.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(async () => (await import('./run.mjs')).runBenchmarks(process.argv.slice(2)));
