import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { stopCommands, runCommand } from '../../stack/machine/commands.mjs';
import { duration, say } from '../../stack/machine/progress.mjs';
import { node, onStopRequest, root, withProjectBinaries } from '../../stack/machine/runtime.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { formatError, UserError } from '../../stack/machine/user-error.mjs';
import { testSteps } from './steps.mjs';
import { TestEnvironment } from './test-environment.mjs';

const CORES = 2;
/** Full-size suites (`--full`) may take hours. */
const STEP_TIMEOUT_MS = (process.argv.includes('--full') ? 240 : 15) * 60_000;
const results = join(root, 'test-results');

/**
 * Runs all steps, or those of `--only a,b`. Arguments after `--` go to the test runners; `--full` runs the fault suites at full size.
 * Prints each result and ends with `N passed, N failed`; exits with 1 if anything failed.
 */
export async function runTests(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { only: { type: 'string' }, full: { type: 'boolean' } },
    allowPositionals: true,
  });
  rmSync(join(results, 'logs'), { recursive: true, force: true });
  const environment = new TestEnvironment();
  const reports = join(environment.folder, 'reports');
  mkdirSync(reports);
  const every = testSteps({ reports, results, extra: positionals, full: values.full });
  const run = new TestRun(selectSteps(every, values.only), environment);
  try {
    const interrupted = Promise.withResolvers();
    onStopRequest(() => interrupted.reject(new UserError('Interrupted.')));
    await Promise.race([run.all(), interrupted.promise]);
    run.checkDeadlocks();
  } finally {
    stopCommands();
    await environment.close(run.totals().failed > 0 ? join(results, 'logs') : undefined);
  }
  run.printSummary();
}

function selectSteps(steps, only) {
  if (!only) return steps;
  const names = new Set(only.split(','));
  const [unknown] = names.difference(new Set(steps.map(({ name }) => name)));
  if (!unknown) return steps.filter(({ name }) => names.has(name));
  const choices = steps.map(({ name }) => name).join(', ');
  throw new UserError(`Unknown step "${unknown}".`, `choose from ${choices}.`);
}

/** Starts steps in order as soon as enough cores are free; the build comes first. */
class TestRun {
  #steps;
  #environment;
  #outcomes = new Map();
  #started = performance.now();

  constructor(steps, environment) {
    this.#steps = steps;
    this.#environment = environment;
  }

  async all() {
    const waiting = [...this.#steps];
    if (waiting[0]?.name === 'build') await this.#run(waiting.shift());
    const running = new Map();
    while (waiting.length > 0 || running.size > 0) {
      const busy = [...running.keys()].reduce((sum, step) => sum + step.cores, 0);
      const next = waiting.find((step) => step.cores <= CORES - busy);
      if (next) {
        waiting.splice(waiting.indexOf(next), 1);
        const remove = () => running.delete(next);
        running.set(next, this.#run(next).finally(remove));
      } else {
        await Promise.race(running.values());
      }
    }
  }

  /** A deadlock is retried, so no test would fail; it still means that two transactions lock the same rows in different orders. */
  checkDeadlocks() {
    const found = globSync(join(this.#environment.folder, '**', 'logs', 'postgres*.log'))
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((text) => text.match(/ERROR: +deadlock detected[^]*?STATEMENT: .*/g) ?? []);
    if (found.length === 0) return;
    const outcome = { passed: 0, failed: found.length };
    this.#outcomes.set('deadlocks', outcome);
    this.#report({ name: 'deadlocks' }, outcome, found.slice(0, 3).join('\n\n'), 0);
  }

  totals() {
    const all = [...this.#outcomes.values()];
    const sum = (name) => all.reduce((total, outcome) => total + (outcome[name] ?? 0), 0);
    return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  }

  printSummary() {
    const { passed, failed, skipped } = this.totals();
    const failedSteps = [...this.#outcomes].filter(([, outcome]) => outcome.failed > 0).map(([name]) => name);
    say('');
    if (failedSteps.length > 0) {
      say(
        `Failed: ${failedSteps.join(', ')}. Output, service logs, screenshots and traces: ${relative(root, results)}/`,
      );
      if (failedSteps.includes('journeys'))
        say('View a trace with: npx playwright show-trace test-results/journeys/<journey>/trace.zip');
      say(`Rerun only these: npm test -- --only ${failedSteps.join(',')}`);
    }
    if (skipped > 0) say(`${skipped} skipped`);
    say(`Finished in ${duration(performance.now() - this.#started)}.`);
    say(`${passed} passed, ${failed} failed`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
  }

  async #run(step) {
    const started = performance.now();
    const isBlocked = step.needsBuild && this.#outcomes.get('build')?.failed > 0;
    const { outcome, text } = isBlocked
      ? { outcome: { passed: 0, failed: 1, problem: 'not run: build failed' }, text: '' }
      : await this.#attempt(step);
    this.#outcomes.set(step.name, outcome);
    this.#report(step, outcome, text, performance.now() - started);
  }

  async #attempt(step) {
    if (step.cores === CORES) say(`· ${step.name} …`);
    try {
      const needed = [];
      for (const name of step.needs ?? []) needed.push(await this.#environment[name]());
      const { env } = isolatedSettings({});
      const { code, text } = await runCommand(node, step.args, {
        limitMs: STEP_TIMEOUT_MS,
        cwd: step.cwd,
        env: withProjectBinaries(Object.assign({ ...env, NO_COLOR: '1' }, step.environment, ...needed)),
      });
      return { outcome: step.count({ code, text }), text };
    } catch (error) {
      return { outcome: { passed: 0, failed: 1, problem: 'failed to start' }, text: formatError(error) };
    } finally {
      for (const name of step.ends ?? []) await this.#environment[name]();
    }
  }

  #report(step, { passed, failed, flaky, skipped, problem }, text, tookMs) {
    const log = join(results, 'output', `${step.name}.txt`);
    mkdirSync(join(results, 'output'), { recursive: true });
    rmSync(log, { force: true });
    if (failed > 0 || flaky > 0 || step.keepsOutput) writeFileSync(log, text);
    if (failed > 0) say(`\n──── ${step.name} ────\n${text.trimEnd()}\n────`);
    const summary = [
      `${passed} passed`,
      failed && `${failed} failed`,
      flaky && `${flaky} passed only on retry (test-results/output/${step.name}.txt)`,
      skipped && `${skipped} skipped`,
      problem,
    ];
    say(
      `${failed ? '✗' : '✓'} ${step.name.padEnd(13)} ${summary.filter(Boolean).join(', ')}  ${duration(tookMs)}`,
    );
  }
}
