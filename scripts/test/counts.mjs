import { existsSync, readFileSync } from 'node:fs';

/** What a step counted. `problem` is a sentence when something besides a counted test is wrong. */

/** A check counts as one. */
export function countCheck({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** From Jest's JSON report. A file that could not run at all counts as one failure. */
export function countJest({ code }, reportFile) {
  if (!existsSync(reportFile)) return nothing(code);
  const report = JSON.parse(readFileSync(reportFile, 'utf8'));
  return judged(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** From Playwright's JSON report. A journey that passed only when tried again has passed, and is told as flaky. */
export function countPlaywright({ code }, reportFile) {
  if (!existsSync(reportFile)) return nothing(code);
  const { stats, errors } = JSON.parse(readFileSync(reportFile, 'utf8'));
  return judged(code, {
    passed: stats.expected + stats.flaky,
    flaky: stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  });
}

/** From the closing lines of Node's own test runner. */
export function countNodeTests({ code, text }) {
  const figure = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  return judged(code, {
    passed: figure('pass'),
    failed: figure('fail') + figure('cancelled'),
    skipped: figure('skipped'),
  });
}

function judged(code, counts) {
  if (counts.failed === 0 && counts.passed === 0) return nothing(code);
  if (counts.failed === 0 && code !== 0)
    return { ...counts, failed: 1, problem: `ended with ${code} although every test passed` };
  return counts;
}

function nothing(code) {
  return { passed: 0, failed: 1, problem: code === 0 ? 'no tests' : `no tests ran (ended with ${code})` };
}
