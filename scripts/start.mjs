// `npm start`: installs, builds and runs the product.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

await runWithPinnedNode(import.meta.url, async () => {
  const { launch } = await import('./launch.mjs');
  await launch();
});
