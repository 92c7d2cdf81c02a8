// What `npm start`, `npm run dev`, `npm run build`, `npm test` and `npm run ops` run. Packages are imported only once they are installed.
import { runWithPinnedNode } from '../stack/machine/runtime.mjs';

const [command, ...args] = process.argv.slice(2);

const commands = {
  /** Installs, builds and runs the product. */
  start: async () => (await import('./launch.mjs')).launch(),
  /** Runs it from source. API and worker restart and the site reloads when a file changes. */
  dev: async () => (await import('./launch.mjs')).launch({ watch: true }),
  /** Builds whatever changed since its last build; with `--force`, everything. */
  build: async () => (await import('../stack/build.mjs')).build({ force: args.includes('--force') }),
  /** Runs the checks and tests, in isolation from anything else running on this machine. */
  test: async () => (await import('./test-runner/run.mjs')).runTests(args),
  /** Operator commands. They need the product's database and payment provider, but not the running product. */
  async ops() {
    const { readSettings } = await import('../stack/machine/settings.mjs');
    const { runOps } = await import('../stack/product.mjs');
    process.exitCode = await runOps(args, readSettings());
  },
};

await runWithPinnedNode(commands[command]);
