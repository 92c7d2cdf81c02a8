// `npm run dev`: runs the product from source. API and worker restart and the site reloads when a file changes.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(import.meta.url, async () => {
  const { launch } = await import('./launch.mjs');
  const { printLine } = await import('./labeled-output.mjs');
  await launch({ watch: true, line: printLine });
});
