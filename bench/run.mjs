import { parseArgs } from 'node:util';
import { build } from '../scripts/build.mjs';
import { stopCommands } from '../scripts/machine/commands.mjs';
import { say, step } from '../scripts/machine/progress.mjs';
import { UserError } from '../scripts/machine/user-error.mjs';
import { describeMachine, referenceLoop } from './support/machine.mjs';
import { stopStartedApps } from './support/npm-start.mjs';
import { verdict, writeReport, writeSiteReport } from './support/report.mjs';
import { BenchEnvironment } from './support/bench-environment.mjs';

/** In this order: those that start processes of their own first, those that end services of the product last. */
const PRODUCT = [
  'start-time',
  'script-weight',
  'check-subscription',
  'user',
  'refresh',
  'sign-in',
  'sign-in-flood',
  'known-unknown',
  'credential-stuffing',
  'checkout-to-mail',
  'mail-throughput',
  'memory',
  'redis-away',
  'worker-killed',
];
const COLD = 'first-start';
/** Of the public pages: those under load first, while nothing else has warmed the machine. */
const SITE = ['serving', 'weight', 'without-scripts', 'new-deployment', 'lighthouse'];

/** Measures the product: `npm run bench`. */
export function runBenchmarks(args) {
  return run(args, { metrics: PRODUCT, more: [COLD], folder: 'figures', write: writeReport });
}

/** Measures the public pages: `npm run bench:site`. */
export function runSiteBenchmarks(args) {
  return run(args, { metrics: SITE, more: [], folder: 'site', write: writeSiteReport });
}

/**
 * Measures every figure, or those named by `--only`, shows them, and writes the table of a whole run to docs/benchmarks.md.
 * A figure that is not reached, or cannot be measured, is said so; it is no failure.
 */
async function run(args, { metrics, more, folder, write }) {
  const { only, cold, scale } = chosen(args, [...metrics, ...more]);
  const names = only.length > 0 ? only : [...(cold ? more : []), ...metrics];
  await build();
  const began = performance.now();
  const referenceMs = referenceLoop();
  let busy = () => undefined;
  const benchEnvironment = new BenchEnvironment({ scale, busy: (text) => busy(text) });
  await benchEnvironment.open();
  const giveUp = async () => {
    stopCommands();
    stopStartedApps();
    await benchEnvironment.close();
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, giveUp);
  const rows = [];
  try {
    for (const name of names) {
      await step(name, async (report) => {
        busy = report;
        rows.push(...(await measured(`./${folder}/${name}.mjs`, name, benchEnvironment)));
      });
    }
  } finally {
    await benchEnvironment.close();
  }
  for (const each of rows) show(each);
  if (only.length > 0 || scale !== 1)
    return say('\nPart of the figures, or on a smaller scale: nothing written.');
  const minutes = Math.round((performance.now() - began) / 60_000);
  const file = write({ rows, machine: describeMachine(), referenceMs, minutes });
  say(`\n${rows.filter(({ reached }) => reached).length} of ${rows.length} reached; written to ${file}`);
}

function chosen(args, known) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true, default: [] },
      cold: { type: 'boolean', default: false },
    },
  });
  const unknown = values.only.find((name) => !known.includes(name));
  if (unknown) throw new UserError(`There is no figure "${unknown}".`, `name one of ${known.join(', ')}.`);
  const scale = Number(process.env.BENCH_SCALE ?? 1);
  if (!(scale > 0 && scale <= 1)) throw new UserError('BENCH_SCALE is not a number up to 1.', 'leave it out.');
  return { ...values, scale };
}

async function measured(module, name, benchEnvironment) {
  try {
    const { measure } = await import(module);
    return await measure(benchEnvironment);
  } catch (error) {
    return [
      {
        metric: name,
        must: '',
        measured: 'not measured',
        beside: '',
        ratio: '',
        reached: false,
        why: error.message,
      },
    ];
  }
}

function show(row) {
  say(`\n${row.metric}\n  must      ${row.must}\n  measured  ${row.measured}\n  beside    ${row.beside}`);
  say(`  ratio     ${row.ratio}\n  ${verdict(row)}`);
  if (row.reached && row.why) say(`  (${row.why})`);
}
