import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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

/** For a step of which every failed file was rerun: what failed again is failed, and the rest passed. */
export function countRetried(first, reruns) {
  const failed = reruns.reduce((sum, rerun) => sum + rerun.failed, 0);
  return { ...first, passed: Math.max(0, first.passed + first.failed - failed), failed };
}

/** From Playwright's JSON report. */
export function countPlaywright({ code }, reportFile) {
  const { stats = {}, errors = [] } = readReport(reportFile);
  return withExitCode(code, {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  });
}

/** From Playwright's JSON report: the paths of the files with failed tests. */
export function failedPlaywrightFiles(reportFile) {
  const { suites = [], config } = readReport(reportFile);
  const hasFailed = ({ specs, suites: inner = [] }) => specs.some(({ ok }) => !ok) || inner.some(hasFailed);
  return suites.filter(hasFailed).map(({ file }) => join(config.rootDir, file));
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
