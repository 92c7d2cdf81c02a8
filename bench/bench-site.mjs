// `npm run bench:site`: performance, weight and accessibility of the public pages, in a real browser and under load.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(async () => (await import('./run.mjs')).runSiteBenchmarks(process.argv.slice(2)));
