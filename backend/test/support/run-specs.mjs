// Runs a spec as Jest's own runner does, but lets Node load it and all that it imports: a worker of Jest loads the product
// once, not once for each spec. Specs share what modules keep, as requests to one process do; there is no `jest` to mock with.
// The package jest-light-runner does the same, but gives no test a time limit: one that hangs would have no name.
import { createRequire, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import './run-typescript.mjs';

const require = createRequire(import.meta.url);
const { default: runCircus } = require('jest-circus/runner');
setSourceMapsSupport(true);

/** What Jest calls for each spec, as its `testRunner`. */
export default async function runSpec(globalConfig, config, environment, runtime, testPath, sendMessage) {
  Object.assign(runtime, {
    // The framework belongs to the realm of what it judges: a `Date` of another realm is no `Date`.
    requireInternalModule: loadAnew,
    setGlobalsForRuntime: (globals) => Object.assign(globalThis, globals),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  const { console } = globalThis;
  globalThis.console = environment.global.console;
  // Stacks are led back to the sources by Node, which knows what it loaded, not by Jest.
  Error.prepareStackTrace = undefined;
  try {
    return await runCircus(globalConfig, config, environment, runtime, testPath, sendMessage);
  } finally {
    globalThis.console = console;
  }
}

/** A framework that has not heard of the specs before. */
function loadAnew(path) {
  delete require.cache[path];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}
