// `npm run release:openapi`: writes the OpenAPI document of the running product to `openapi.released.json`.
import { writeFileSync } from 'node:fs';
import { readSettings } from '../stack/machine/settings.mjs';
import { UserError } from '../stack/machine/user-error.mjs';
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

const FILE = new URL('../openapi.released.json', import.meta.url);

await runWithPinnedNode(async () => {
  const { connectHost, ports } = readSettings();
  const url = `http://${connectHost}:${ports.PORT}/api/openapi.json`;
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) throw new UserError(`${url} isn't available.`, 'start the product: npm start');
  // Leaves out what depends on the installation, and error responses, which may change.
  const { servers: _, externalDocs: __, ...document } = await response.json();
  document.info.title = 'API';
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/api/dev/')) delete document.paths[path];
    for (const { responses } of Object.values(item))
      for (const status of Object.keys(responses)) if (/^[45]/.test(status)) delete responses[status];
  }
  writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`);
  console.log(
    `openapi.released.json: version ${document.info.version}, ${Object.keys(document.paths).length} paths`,
  );
});
