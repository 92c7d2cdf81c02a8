import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { stopCommands, runCommand } from '../machine/commands.mjs';
import { SKIP_INSTALL } from '../machine/install.mjs';
import { duration, say } from '../machine/progress.mjs';
import { explain, UserError } from '../machine/user-error.mjs';
import { withProjectBinaries } from '../machine/runtime.mjs';
import { isolatedSettings, root } from '../machine/settings.mjs';
import { testSteps } from './steps.mjs';
import { TestEnvironment } from './test-environment.mjs';

const CORES = 2;
/** Full-size suites (`--full`) may take hours. */
const STEP_LIMIT_MS = (process.argv.includes('--full') ? 240 : 15) * 60_000;
const results = join(root, 'test-results');

/**
 * Runs the steps (all, or those of `--only a,b`; what follows `--` goes to their test runner; `--full` runs the error suites at
 * full size), says of each how it went, and closes with the line `N passed, N failed`. The exit code tells whether anything failed.
 */
export async function runTests(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { only: { type: 'string' }, full: { type: 'boolean' } },
    allowPositionals: true,
  });
  const testEnvironment = new TestEnvironment();
  await testEnvironment.open();
  rmSync(join(results, 'logs'), { recursive: true, force: true });
  const reports = join(testEnvironment.folder, 'reports');
  mkdirSync(reports);
  const steps = chosen(testSteps({ reports, results, extra: positionals, full: values.full }), values.only);
  const interrupted = whenInterrupted();
  const run = new TestRun(steps, testEnvironment);
  try {
    await Promise.race([run.all(), interrupted]);
  } finally {
    stopCommands();
    const { failed } = run.totals();
    await testEnvironment.close(failed > 0 ? join(results, 'logs') : undefined);
  }
  run.close();
}

function chosen(steps, only) {
  if (!only) return steps;
  const names = only.split(',');
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown) {
    throw new UserError(
      `There is no step "${unknown}".`,
      `choose from ${steps.map((step) => step.name).join(', ')}.`,
    );
  }
  return steps.filter((step) => names.includes(step.name));
}

function whenInterrupted() {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(new UserError('Stopped before the end.'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
    process.once('disconnect', stop);
    process.channel?.unref();
  });
}

/** Begins steps in their order as cores are free and what they wait for has ended. */
class TestRun {
  #steps;
  #environment;
  #outcomes = new Map();
  #started = performance.now();

  constructor(steps, testEnvironment) {
    this.#steps = steps;
    this.#environment = testEnvironment;
  }

  async all() {
    const waiting = [...this.#steps];
    const running = new Map();
    while (waiting.length > 0 || running.size > 0) {
      const busy = [...running.keys()].reduce((sum, step) => sum + step.cores, 0);
      const next = waiting.find((step) => step.cores <= CORES - busy && this.#isDue(step));
      if (next) {
        waiting.splice(waiting.indexOf(next), 1);
        const forget = () => running.delete(next);
        running.set(next, this.#run(next).finally(forget));
      } else {
        await Promise.race(running.values());
      }
    }
  }

  totals() {
    const all = [...this.#outcomes.values()];
    const sum = (name) => all.reduce((total, outcome) => total + (outcome[name] ?? 0), 0);
    return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  }

  /** The last words. */
  close() {
    const { passed, failed, skipped } = this.totals();
    const bad = [...this.#outcomes].filter(([, outcome]) => outcome.failed > 0).map(([name]) => name);
    say('');
    if (bad.length > 0) {
      say(
        `Failed: ${bad.join(', ')}. Output, logs of the parts, screenshots and traces: ${relative(root, results)}/`,
      );
      if (bad.includes('journeys'))
        say('See a trace with: npx playwright show-trace test-results/journeys/<journey>/trace.zip');
      say(`Again only those: npm test -- --only ${bad.join(',')}`);
    }
    if (skipped > 0) say(`${skipped} skipped`);
    say(`All of it took ${duration(performance.now() - this.#started)}.`);
    say(`${passed} passed, ${failed} failed`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
  }

  #isDue(step) {
    const chosenNames = new Set(this.#steps.map(({ name }) => name));
    return (step.after ?? []).every((name) => !chosenNames.has(name) || this.#outcomes.has(name));
  }

  async #run(step) {
    const started = performance.now();
    const blocked = (step.after ?? []).find((name) => this.#outcomes.get(name)?.failed > 0);
    const { outcome, text } = blocked
      ? { outcome: { passed: 0, failed: 1, problem: `not run: ${blocked} failed` }, text: '' }
      : await this.#attempt(step);
    this.#outcomes.set(step.name, outcome);
    this.#tell(step, outcome, text, performance.now() - started);
  }

  async #attempt(step) {
    if (step.cores === CORES) say(`· ${step.name} …`);
    try {
      const needed = [];
      for (const name of step.needs ?? []) needed.push(await this.#environment[name]());
      const { env } = isolatedSettings({});
      const { code, text } = await runCommand(step.command[0], step.command.slice(1), {
        limitMs: STEP_LIMIT_MS,
        cwd: step.cwd ?? root,
        env: withProjectBinaries(
          Object.assign({ ...env, NO_COLOR: '1', [SKIP_INSTALL]: '1' }, step.environment, ...needed),
        ),
      });
      return { outcome: step.count({ code, text }), text };
    } catch (error) {
      return { outcome: { passed: 0, failed: 1, problem: 'could not be run' }, text: explain(error) };
    } finally {
      for (const name of step.ends ?? []) await this.#environment[name]();
    }
  }

  #tell(step, { passed, failed, flaky, skipped, problem }, text, tookMs) {
    const log = join(results, 'output', `${step.name}.txt`);
    mkdirSync(join(results, 'output'), { recursive: true });
    rmSync(log, { force: true });
    if (failed > 0 || flaky > 0 || step.keepsOutput) writeFileSync(log, text);
    if (failed > 0) say(`\n──── ${step.name} ────\n${text.trimEnd()}\n────`);
    const figures = [
      `${passed} passed`,
      failed && `${failed} failed`,
      flaky && `${flaky} of them only when tried again (test-results/output/${step.name}.txt)`,
      skipped && `${skipped} skipped`,
      problem,
    ];
    say(
      `${failed ? '✗' : '✓'} ${step.name.padEnd(13)} ${figures.filter(Boolean).join(', ')}  ${duration(tookMs)}`,
    );
  }
}
