import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand } from '../../stack/machine/commands.mjs';
import { duration } from '../../stack/machine/progress.mjs';
import { node, root, stopSignal } from '../../stack/machine/runtime.mjs';
import { isolatedSettings } from '../../stack/machine/settings.mjs';
import { formatError, UserError } from '../../stack/machine/user-error.mjs';
import { countRetried } from './counts.mjs';
import { testSteps } from './steps.mjs';
import { TestEnvironment } from './test-environment.mjs';

const CORES = 2;
const MAX_RETRIED_FILES = 3;
/** Not a step: what the logs of PostgreSQL are checked for after the run. */
const DEADLOCKS = 'deadlocks';
const results = join(root, 'test-results');

/**
 * Runs all steps, or those of `--only a,b`. Arguments after `--` go to the test runners; `--full` runs the fault suites at full size.
 * Prints each result and ends with `N passed, N failed`; exits with 1 if anything failed.
 */
export async function runTests(args) {
  const options = { only: { type: 'string' }, full: { type: 'boolean', default: false } };
  const { values, positionals: extra } = parseArgs({ args, options, allowPositionals: true });
  const run = new TestRun();
  const steps = selectSteps(
    testSteps({ reports: run.folder, results, extra, full: values.full }),
    values.only,
  );
  rmSync(results, { recursive: true, force: true });
  mkdirSync(join(results, 'output'), { recursive: true });
  await run.all(steps);
  run.printSummary(values.full ? '--full --only' : '--only');
}

function selectSteps(steps, only) {
  if (!only) return steps;
  const names = only.split(',');
  const known = steps.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new UserError(`Unknown step "${unknown}".`, `choose from ${known.join(', ')}.`);
  return steps.filter(({ name }) => names.includes(name));
}

class TestRun {
  #signal = stopSignal();
  #environment = new TestEnvironment(this.#signal);
  /** By name of the step: the counts of its tests (see counts.mjs). */
  #outcomes = new Map();
  /** Failed files, each with its step. */
  #failedFiles = [];
  #passedOnRetry = [];
  #started = performance.now();
  /** Removed after the run. */
  folder = this.#environment.folder;

  async all(steps) {
    // Installing it takes a while, and mostly waits for the network.
    if (steps.some(({ needs }) => needs?.includes('browser'))) this.#prepare(['browser']);
    const interrupted = once(this.#signal, 'abort').then(() => this.#signal.throwIfAborted());
    try {
      await Promise.race([this.#schedule([...steps]).then(() => this.#retryFailedFiles()), interrupted]);
      this.#checkDeadlocks();
    } finally {
      await this.#environment.close(this.#sum('failed') > 0 ? join(results, 'logs') : undefined);
    }
  }

  /** `only` is the option that selects steps of this run. */
  printSummary(only) {
    const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((count) => this.#sum(count));
    console.log();
    if (failed > 0) {
      const failedSteps = [...this.#outcomes]
        .filter(([, outcome]) => outcome.failed > 0)
        .map(([name]) => name);
      console.log(
        `Failed: ${failedSteps.join(', ')}. Output, service logs and screenshots: ${relative(root, results)}/`,
      );
      const [trace] = globSync(join(results, '*-retry', '**', 'trace.zip'));
      if (trace)
        console.log(`View a trace of a retry, such as: npx playwright show-trace ${relative(root, trace)}`);
      const rerun = failedSteps.filter((name) => name !== DEADLOCKS);
      if (rerun.length > 0) console.log(`Rerun only these: npm test -- ${only} ${rerun.join(',')}`);
    }
    if (skipped > 0) console.log(`${skipped} skipped`);
    if (this.#passedOnRetry.length > 0)
      console.log(`${this.#passedOnRetry.length} passed only on retry: ${this.#passedOnRetry.join(', ')}`);
    console.log(`Finished in ${duration(performance.now() - this.#started)}.`);
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0 || passed === 0) process.exitCode = 1;
  }

  #sum(count) {
    return [...this.#outcomes.values()].reduce((total, outcome) => total + (outcome[count] ?? 0), 0);
  }

  /** Starts steps in order as soon as enough cores are free; the build comes first. */
  async #schedule(waiting) {
    if (waiting[0]?.name === 'build') await this.#run(waiting.shift());
    const running = new Map();
    while (waiting.length > 0 || running.size > 0) {
      const busy = [...running.keys()].reduce((sum, step) => sum + step.cores, 0);
      const index = waiting.findIndex((step) => step.cores <= CORES - busy);
      if (index < 0) await Promise.race(running.values());
      else {
        const [step] = waiting.splice(index, 1);
        // Starting what the next step needs mostly waits.
        if (step.cores === CORES) this.#prepare(waiting[0]?.needs);
        running.set(
          step,
          this.#run(step).finally(() => running.delete(step)),
        );
      }
    }
  }

  /** Starts components ahead of the step that needs them, which reports it if that fails. */
  #prepare(components = []) {
    for (const name of components) this.#environment.start(name).catch(() => undefined);
  }

  async #run(step) {
    const started = performance.now();
    const isBlocked = step.needsBuild && this.#outcomes.get('build')?.failed > 0;
    const blocked = { passed: 0, failed: 1, problem: 'not run: build failed', text: '' };
    if (step.cores === CORES) console.log(`· ${step.name} …`);
    const outcome = isBlocked ? blocked : await this.#attempt(step, step.args);
    const files = outcome.failed > 0 && !outcome.problem ? (step.retry?.failedFiles(outcome.text) ?? []) : [];
    this.#failedFiles.push(...files.map((file) => ({ step, file })));
    this.#report(step, outcome, performance.now() - started);
  }

  /** Runs failed files once more, each alone, because a bug in the product fails again. */
  async #retryFailedFiles() {
    if (this.#failedFiles.length > MAX_RETRIED_FILES) {
      console.log(
        `\n${this.#failedFiles.length} files failed. They are retried only if at most ${MAX_RETRIED_FILES} failed.`,
      );
      return;
    }
    const reruns = [];
    for (const { step, file } of this.#failedFiles) {
      const started = performance.now();
      const path = relative(root, file);
      const outcome = await this.#attempt(step, step.retry.args(file));
      reruns.push({ step, outcome });
      if (outcome.failed === 0) this.#passedOnRetry.push(path);
      this.#print(`${step.name}-retry`, outcome, performance.now() - started, { file: path });
    }
    for (const [step, ofStep] of Map.groupBy(reruns, ({ step }) => step)) {
      const outcomes = ofStep.map(({ outcome }) => outcome);
      this.#outcomes.set(step.name, countRetried(this.#outcomes.get(step.name), outcomes));
    }
  }

  async #attempt(step, args) {
    try {
      const { env } = isolatedSettings({ NO_COLOR: '1', ...step.environment });
      for (const name of step.needs ?? []) Object.assign(env, await this.#environment.start(name));
      return await this.#runCommand(step, args, env);
    } catch (error) {
      return { passed: 0, failed: 1, problem: 'failed to start', text: formatError(error) };
    } finally {
      if (step.ends) await this.#environment.stop(step.ends);
    }
  }

  async #runCommand({ cwd, timeout, count, keepsOutput }, args, env) {
    // Steps whose output is kept run for so long that it is also shown meanwhile.
    const output = keepsOutput ? ['pipe', 'inherit'] : 'pipe';
    const options = {
      cwd,
      env,
      extendEnv: false,
      timeout,
      cancelSignal: this.#signal,
      stdout: output,
      stderr: output,
    };
    const { all, timedOut, exitCode, signal } = await runCommand(node, args, options);
    const code = timedOut ? 'timed out' : (exitCode ?? signal);
    return { ...count({ code, text: all }), text: all };
  }

  /** A deadlock is retried, so no test would fail; it still means that two transactions lock the same rows in different orders. */
  #checkDeadlocks() {
    const found = globSync(join(this.folder, '**', 'logs', 'postgres*.log'))
      .map((file) => readFileSync(file, 'utf8'))
      .flatMap((text) => text.match(/ERROR: +deadlock detected[^]*?STATEMENT: .*/g) ?? []);
    const text = found.slice(0, 3).join('\n\n');
    if (text) this.#report({ name: DEADLOCKS }, { passed: 0, failed: found.length, text }, 0);
  }

  #report({ name, keepsOutput }, outcome, tookMs) {
    this.#outcomes.set(name, outcome);
    this.#print(name, outcome, tookMs, { keepsOutput });
  }

  /** Prints a result, and the output if anything failed, which is also kept in a file. `file` is the only one that was run. */
  #print(name, { passed, failed, skipped, problem, text }, tookMs, { file, keepsOutput = false }) {
    const log = join(results, 'output', `${[name, file && basename(file)].filter(Boolean).join('-')}.txt`);
    if (failed > 0 || keepsOutput) writeFileSync(log, text);
    if (failed > 0) console.log(`\n──── ${name} ────\n${text.trimEnd()}\n────`);
    const summary = [
      `${passed} passed`,
      failed && `${failed} failed`,
      skipped && `${skipped} skipped`,
      problem,
      file,
    ];
    const result = `${failed ? '✗' : '✓'} ${name.padEnd(13)} ${summary.filter(Boolean).join(', ')}`;
    console.log(`${result}  ${duration(tookMs)}`);
  }
}
