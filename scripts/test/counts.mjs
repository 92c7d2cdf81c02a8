import { existsSync, readFileSync } from 'node:fs';

// Counts of a step's tests. `problem` describes anything that went wrong besides a counted test.

/** A check counts as one test. */
export function countCheck({ code }) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** From Jest's JSON report. A file that couldn't run counts as one failure. */
export function countJest({ code }, reportFile) {
  const report = readReport(reportFile);
  return withExitCode(code, {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests + report.numTodoTests,
  });
}

/** From Jest's JSON report: the paths of the files that failed. */
export function failedJestFiles(reportFile) {
  const { testResults = [] } = readReport(reportFile);
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** For a step whose failed files were rerun. If they then pass, the failed tests count as passed and are reported as flaky. */
export function countRetried(first, second) {
  if (second.failed > 0) return first;
  return { ...first, passed: first.passed + first.failed, flaky: first.failed, failed: 0 };
}

/** From Playwright's JSON report. A test that passed only on retry counts as passed and is reported as flaky. */
export function countPlaywright({ code }, reportFile) {
  const { stats = {}, errors = [] } = readReport(reportFile);
  return withExitCode(code, {
    passed: stats.expected + stats.flaky,
    flaky: stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  });
}

/** From the summary of Node's test runner. */
export function countNodeTests({ code, text }) {
  const count = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1]);
  return withExitCode(code, {
    passed: count('pass'),
    failed: count('fail') + count('cancelled'), // cspell:disable-line
    skipped: count('skipped'),
  });
}

/** From the output of Node's test runner: the paths of the files with failed tests. */
export function failedNodeTestFiles(text) {
  const failures = text.matchAll(/^not ok .*\n(?: {2}.*\n)*? {2}location: '(.+):\d+:\d+'$/gm);
  return [...new Set([...failures].map(([, file]) => file))];
}

/** Empty if the runner wrote no report, which counts as a failure. */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function withExitCode(code, counts) {
  if (!(counts.passed > 0 || counts.failed > 0))
    return { passed: 0, failed: 1, problem: code === 0 ? 'no tests' : `no tests ran (exited with ${code})` };
  if (counts.failed === 0 && code !== 0)
    return { ...counts, failed: 1, problem: `exited with ${code} although every test passed` };
  return counts;
}
