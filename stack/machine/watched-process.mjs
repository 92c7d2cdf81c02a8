// A process of run-watched.mjs. Runs the module that it is sent and, once that has started, reports the packages it imports.
import { registerHooks, setSourceMapsSupport } from 'node:module';
import './run-typescript.mjs';

setSourceMapsSupport(true, { nodeModules: false });

const imported = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const result = next(specifier, context);
    if (context.parentURL?.endsWith('.ts') && result.url.includes('/node_modules/')) imported.add(result.url);
    return result;
  },
});

process.once('message', async (entry) => {
  await import(entry);
  process.send([...imported]);
  process.channel.unref();
});
process.once('disconnect', () => process.kill(process.pid, 'SIGINT'));
