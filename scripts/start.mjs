// `npm start`: from a fresh clone, or from where the last run stopped, to the running product.
import { underPinnedNode } from './machine/runtime.mjs';

await underPinnedNode(import.meta.url, async () => {
  const { launch } = await import('./launch.mjs');
  await launch();
});
