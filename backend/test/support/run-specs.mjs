// A Jest runner that loads specs and their imports with Node, so that each Jest worker loads the product only once.
// Specs share module state, like requests to one process; there is no `jest` object to mock with.
// jest-light-runner does the same, but has no test timeout, so a hanging test could not be identified.
import { createRequire, flushCompileCache, setSourceMapsSupport } from 'node:module';
import { pathToFileURL } from 'node:url';
import '../../../stack/machine/run-typescript.mjs';

// Node loads TypeScript from here on.
const { stopShared } = await import('./fixtures.ts');
const require = createRequire(import.meta.url);
const { default: runCircus } = require('jest-circus/runner');
setSourceMapsSupport(true);

/** How many shared fixtures keep running between specs. */
const KEPT_FIXTURES = 8;
/** Shared fixtures stop after a worker has had no spec for this long, so that its process can exit. A later spec starts them again. */
const IDLE_MS = 50;
let idle;

/** What Jest calls for each spec, as its `testRunner`. */
export default async function runSpec(globalConfig, config, environment, runtime, testPath, sendMessage) {
  Object.assign(runtime, {
    // The framework must share the realm of the code under test: a `Date` of another realm is not a `Date`.
    requireInternalModule: loadFresh,
    setGlobalsForRuntime: (globals) => Object.assign(globalThis, globals),
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(pathToFileURL(path).href),
  });
  clearTimeout(idle);
  // They take long, and Jest reports whole files only.
  if (config.displayName.name.endsWith('faults')) environment.handleTestEvent = printResult;
  const { console } = globalThis;
  globalThis.console = environment.global.console;
  // Node maps stack traces to the sources, because Jest did not load the modules.
  Error.prepareStackTrace = undefined;
  try {
    return await runCircus(globalConfig, config, environment, runtime, testPath, sendMessage);
  } finally {
    globalThis.console = console;
    // For processes that specs start.
    flushCompileCache();
    await stopShared({ keep: KEPT_FIXTURES });
    idle = setTimeout(() => stopShared({ keep: 0 }), IDLE_MS);
  }
}

/** Prints a line for each finished test. */
function printResult({ name, test }) {
  if (name !== 'test_done') return;
  const titles = [];
  for (let part = test; part.parent; part = part.parent) titles.unshift(part.name);
  const mark = test.errors.length > 0 ? '✗' : '✓';
  process.stderr.write(`${mark} ${titles.join(' ')} (${Math.round(test.duration / 1000)} s)\n`);
}

/** Reloads the framework, without the state of earlier specs. */
function loadFresh(path) {
  delete require.cache[path];
  delete globalThis[Symbol.for('EVENT_HANDLERS')];
  return require(path);
}
