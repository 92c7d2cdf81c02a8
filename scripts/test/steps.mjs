import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../stack/machine/runtime.mjs';
import {
  countCheck,
  countJest,
  countNodeTests,
  countPlaywright,
  failedJestFiles,
  failedNodeTestFiles,
  failedPlaywrightFiles,
} from './counts.mjs';

/**
 * Every step of `npm test`, in starting order. `cores` is how many of two cores it uses (0: it mostly waits and runs alongside the
 * others), `needs` the components of the environment it gets as variables, and `ends` one to stop after it. A step with `needsBuild`
 * doesn't run if the build failed. `retry` says how to run a failed file again: `failedFiles` gets the step's output and returns paths,
 * and `args` returns the arguments that run one of them.
 *
 * `full` runs the suites in `backend/test/faults` at full size instead of a reduced one and keeps their output, and includes the tests
 * of `e2e/resilience` that are tagged `@full`, and all tests of file storage on S3, where processes are killed, too. `reports` is the folder for the reports of test
 * runners, `extra` their arguments.
 */
export function testSteps({ reports, results, extra, full }) {
  const size = full ? { TEST_SIZE: 'full' } : {};
  const needs = ['services'];
  // More files at once than cores, because these tests mostly wait for processes.
  const launcherTests = ['--test', '--test-reporter=tap', '--test-concurrency=3'];
  const faults = { cores: 1, workers: full ? 1 : 2, environment: size, keepsOutput: full };
  const onS3 = { TEST_STORAGE_BACKEND: 'S3' };
  const s3 = { paths: ['api/storage-'], environment: onS3 };
  const kills = { ...faults, paths: ['faults/storage-kills'], environment: { ...size, ...onS3 } };
  const steps = [
    check('build', { cores: 2, args: ['scripts/run.mjs', 'build'] }),
    playwright('resilience', { cores: 0, needs: ['product-to-break'], ends: 'product-to-break' }),
    jest('integration', 'backend', { project: 'integration', needs, cores: 1, workers: 3 }),
    jest('faults', 'backend', { project: 'faults', needs, ...faults }),
    full && jest('storage-s3', 'backend', { project: 'api', needs, ...s3 }),
    full && jest('storage-kills-s3', 'backend', { project: 'faults', needs, ...kills }),
    check('format'),
    check('lint'),
    check('unused'),
    check('spelling'),
    check('boundaries'),
    check('containers'),
    check('types', { needsBuild: true }),
    check('launcher', {
      args: [...launcherTests, ...globSync('scripts/tests/*.test.mjs', { cwd: root })],
      count: countNodeTests,
      retry: { failedFiles: failedNodeTestFiles, args: (file) => [...launcherTests, file] },
    }),
    jest('unit-shared', 'shared', { cores: 1 }),
    jest('unit', 'backend', { project: 'unit' }),
    jest('contract', 'sandbox'),
    jest('screens', 'frontend', { workers: 3 }),
    jest('api', 'backend', { project: 'api', needs, workers: 3 }),
    playwright('journeys', { needs: ['browser', 'product'], config: 'playwright.config.ts' }),
  ];
  // Suites of full size may take hours.
  return steps.filter(Boolean).map((step) => ({ ...step, timeout: (full ? 240 : 15) * 60_000 }));

  /** A `check:…` script of package.json. */
  function check(name, options) {
    return { name, cores: 1, cwd: root, args: ['--run', `check:${name}`], count: countCheck, ...options };
  }

  function jest(name, workspace, { project, paths = [], cores = 2, workers = cores, ...options } = {}) {
    const report = join(reports, `${name}.json`);
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const runner = [join(root, 'node_modules/jest/bin/jest.js'), `--maxWorkers=${workers}`];
    const projects = project ? ['--selectProjects', project] : [];
    const command = [...node, ...runner, ...projects, '--json', `--outputFile=${report}`];
    return {
      name,
      cores,
      cwd: join(root, workspace),
      args: [...command, ...paths, ...extra],
      count: (outcome) => countJest(outcome, report),
      retry: {
        failedFiles: () => failedJestFiles(report),
        args: (file) => [...command, '--runTestsByPath', file],
      },
      ...options,
    };
  }

  function playwright(name, { config = `${name}.config.ts`, ...options }) {
    const report = join(reports, `${name}.json`);
    const runner = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', `--config=${config}`];
    const command = (output) => [...runner, '--reporter=list,json', `--output=${join(results, output)}`];
    return {
      name,
      cores: 2,
      needsBuild: true,
      cwd: join(root, 'e2e'),
      environment: { ...size, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_HTML_OPEN: 'never' },
      args: [...command(name), ...extra],
      count: (outcome) => countPlaywright(outcome, report),
      retry: {
        failedFiles: () => failedPlaywrightFiles(report),
        args: (file) => [...command(`${name}-retry`), '--trace=on', file],
      },
      ...options,
    };
  }
}
