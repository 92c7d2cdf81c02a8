// A process of run-watched.mjs. Loads `{ packages }` and then, when told to, the module `{ entry }`; once that has started, reports the
// packages it imports.
import { registerHooks, setSourceMapsSupport } from 'node:module';
import '../../backend/test/support/run-typescript.mjs';

setSourceMapsSupport(true, { nodeModules: false });

const imported = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context);
    if (context.parentURL?.endsWith('.ts') && result.url.includes('/node_modules/')) imported.add(result.url);
    return result;
  },
});

async function loadPackages(urls) {
  for (const url of urls) await import(url);
}

async function start(entry) {
  await loading;
  await import(entry);
  process.send([...imported]);
  process.channel.unref();
}

let loading;
process.on('message', ({ packages, entry }) => {
  if (packages) loading = loadPackages(packages);
  if (entry) void start(entry);
});
process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
