// `npm test`: runs every check and test, in isolation from anything else running on this machine.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(import.meta.url, async () => {
  const { runTests } = await import('./test/run.mjs');
  await runTests(process.argv.slice(2));
});
