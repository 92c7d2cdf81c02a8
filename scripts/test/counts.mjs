import { existsSync, readFileSync } from 'node:fs';

// Counts of a step's tests. `problem` describes anything that went wrong besides a counted test.

/** A check counts as one test. */
export function countCheck({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** From Jest's JSON report. A file that couldn't run counts as one failure. */
export function countJest({ code }, reportFile) {
  if (!existsSync(reportFile)) return noTests(code);
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  return withExitCode(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** From Playwright's JSON report. A test that passed only on retry counts as passed and is reported as flaky. */
export function countPlaywright({ code }, reportFile) {
  if (!existsSync(reportFile)) return noTests(code);
  const { stats, errors } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return withExitCode(code, {
    passed: stats.expected + stats.flaky,
    flaky: stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  });
}

/** From the summary of Node's test runner. */
export function countNodeTests({ code, text }) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return withExitCode(code, {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'), // cspell:disable-line
    skipped: count('skipped'),
  });
}

function withExitCode(code, counts) {
  if (counts.failed === 0 && counts.passed === 0) return noTests(code);
  if (counts.failed === 0 && code !== 0)
    return { ...counts, failed: 1, problem: `exited with ${code} although every test passed` };
  return counts;
}

function noTests(code) {
  return { passed: 0, failed: 1, problem: code === 0 ? 'no tests' : `no tests ran (exited with ${code})` };
}
