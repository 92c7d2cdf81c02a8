// `npm test`: every check and every test, on a bare machine, beside whatever else runs here.
import { underPinnedNode } from './machine/runtime.mjs';

await underPinnedNode(import.meta.url, async () => {
  const { runTests } = await import('./test/run.mjs');
  await runTests(process.argv.slice(2));
});
