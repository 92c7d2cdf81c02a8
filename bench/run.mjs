import { parseArgs } from 'node:util';
import { build } from '../stack/build.mjs';
import { step } from '../stack/machine/progress.mjs';
import { UserError } from '../stack/machine/user-error.mjs';
import { describeMachine, referenceLoop } from './support/machine.mjs';
import { stopStartedApps } from './support/npm-start.mjs';
import { verdict, writeReport, writeSiteReport } from './support/report.mjs';
import { BenchEnvironment } from './support/bench-environment.mjs';

/** In order: benchmarks that start their own processes first, those that kill services last. */
const PRODUCT = [
  'start-time',
  'script-weight',
  'check-subscription',
  'user',
  'account-subscription',
  'refresh',
  'sign-in',
  'sign-in-flood',
  'account-enumeration',
  'credential-stuffing',
  'checkout-to-email',
  'email-throughput',
  'memory',
  'storage-downloads',
  'storage-transfers',
  'storage-images',
  'storage-listing',
  'storage-isolation',
  'storage-memory',
  'redis-outage',
  'worker-killed',
];
const COLD = 'first-start';
/** Public pages; load tests first, before anything else heats up the machine. */
const SITE = ['serving', 'weight', 'without-scripts', 'new-deployment', 'checkout', 'lighthouse'];

/** Measures the product: `npm run bench`. */
export function runBenchmarks(args) {
  return run(args, { benchmarks: PRODUCT, optional: [COLD], folder: 'benchmarks', write: writeReport });
}

/** Measures the public pages: `npm run bench:site`. */
export function runSiteBenchmarks(args) {
  return run(args, { benchmarks: SITE, optional: [], folder: 'site', write: writeSiteReport });
}

/**
 * Runs all benchmarks, or those of `--only`, and prints the results; a complete run is written to docs/benchmarks.md. A missed target
 * or a benchmark that couldn't run is reported but doesn't fail the run.
 */
async function run(args, { benchmarks, optional, folder, write }) {
  const { only, cold, scale } = parseOptions(args, [...benchmarks, ...optional]);
  const names = only.length > 0 ? only : [...(cold ? optional : []), ...benchmarks];
  await build();
  const started = performance.now();
  const referenceMs = referenceLoop();
  let showProgress = () => undefined;
  const benchEnvironment = new BenchEnvironment({ scale, showProgress: (text) => showProgress(text) });
  const abort = async () => {
    stopStartedApps();
    await benchEnvironment.close();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, abort);
  const rows = [];
  try {
    for (const name of names) {
      await step(name, async (report) => {
        showProgress = report;
        rows.push(...(await runBenchmark(`./${folder}/${name}.mjs`, name, benchEnvironment)));
      });
    }
  } finally {
    await benchEnvironment.close();
  }
  for (const row of rows) print(row);
  if (only.length > 0 || scale !== 1) return console.log('\nPartial or scaled-down run: nothing written.');
  const minutes = Math.round((performance.now() - started) / 60_000);
  const file = write({ rows, machine: describeMachine(), referenceMs, minutes });
  console.log(`\n${rows.filter(({ met }) => met).length} of ${rows.length} targets met; written to ${file}`);
}

function parseOptions(args, known) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      cold: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.find((name) => !known.includes(name));
  if (unknown) throw new UserError(`Unknown benchmark "${unknown}".`, `choose from ${known.join(', ')}.`);
  const scale = Number(process.env.BENCH_SCALE ?? 1);
  if (!(scale > 0 && scale <= 1))
    throw new UserError('BENCH_SCALE must be a number above 0 and up to 1.', 'correct it or remove it.');
  return { ...values, scale };
}

async function runBenchmark(module, name, benchEnvironment) {
  try {
    const { measure } = await import(module);
    return await measure(benchEnvironment);
  } catch (error) {
    return [
      {
        metric: name,
        target: '',
        measured: 'not measured',
        baseline: '',
        ratio: '',
        met: false,
        note: error.message,
      },
    ];
  }
}

function print(row) {
  console.log(
    `\n${row.metric}\n  target    ${row.target}\n  measured  ${row.measured}\n  baseline  ${row.baseline}`,
  );
  console.log(`  ratio     ${row.ratio}\n  ${verdict(row)}`);
  if (row.met && row.note) console.log(`  (${row.note})`);
}
