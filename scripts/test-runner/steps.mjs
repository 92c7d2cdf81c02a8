import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
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
 * Every step of `npm test`, in starting order. `cores` is how many of two cores it uses, `needs` the components of the environment it
 * gets as variables, and `ends` one to stop after it. A step with `needsBuild` doesn't run if the build failed. `retry` says how to run
 * a failed file again: `failedFiles` gets the step's output and returns paths, and `args` returns the arguments that run one of them.
 *
 * `full` adds what only `npm run test:faults` runs: the suites in `backend/test/faults` and `scripts/tests/faults`, the tests in
 * `e2e` that are tagged `@full`, and the tests of file storage on S3. `reports` is the folder for the reports of test runners, `extra`
 * their arguments.
 */
export function testSteps({ reports, results, extra, full }) {
  const needs = ['services'];
  /** Temporary files in memory, where possible: tests create many database clusters and browser profiles. */
  const inMemory = { TMPDIR: reports };
  const steps = [
    check('build', { cores: 2, args: ['scripts/run.mjs', 'build'] }),
    // Longest first, so that both cores are busy until the end.
    jest('sandbox', 'sandbox', { cores: 1 }),
    check('types', { needsBuild: true }),
    check('spelling'),
    check('boundaries'),
    jest('unit', 'backend', { projects: ['unit'], cores: 1 }),
    check('unused'),
    check('lint'),
    check('format'),
    check('containers'),
    jest('shared', 'shared', { cores: 1 }),
    jest('frontend', 'frontend', { workers: 4 }),
    jest('backend', 'backend', {
      projects: ['api', 'integration'],
      needs,
      environment: inMemory,
      workers: 3,
    }),
    playwright('journeys', { needs: ['browser', 'product'], config: 'playwright.config.ts' }),
    // What depends on real time, or kills processes, runs alone.
    scripts(),
    jest('timed', 'backend', { projects: ['timed'], needs, workers: 1 }),
    playwright('resilience', { needs: ['product'], ends: 'product' }),
    ...(full ? faults() : []),
  ];
  return steps.map((step) => ({ ...step, timeout: (full ? 40 : 15) * 60_000 }));

  /** The suites of `npm run test:faults`, and the tests of file storage with S3 instead of a disk. */
  function faults() {
    const options = { projects: ['faults'], needs, keepsOutput: true };
    const s3 = { ...options, environment: { TEST_STORAGE_BACKEND: 'S3' } };
    return [
      jest('timed-faults', 'backend', { ...options, projects: ['timed-faults'], workers: 1 }),
      jest('faults', 'backend', options),
      jest('storage-s3', 'backend', {
        ...s3,
        projects: ['api', 'integration'],
        paths: ['api/storage-', 'integration/storage-maintenance'],
      }),
      jest('storage-kills-s3', 'backend', { ...s3, paths: ['faults/storage-kills'] }),
    ];
  }

  function scripts() {
    const folders = full ? '{,faults/}' : '';
    const files = globSync(`scripts/tests/${folders}*.test.mjs`, { cwd: root });
    // More files at once than cores, because these tests mostly wait for processes.
    const command = ['--test', '--test-reporter=tap', '--test-concurrency=3'];
    return {
      name: 'scripts',
      cores: 2,
      cwd: root,
      environment: inMemory,
      args: [...command, ...files],
      count: countNodeTests,
      retry: { failedFiles: failedNodeTestFiles, args: (file) => [...command, file] },
    };
  }

  /** A step that counts as one test; by default the `check:…` script of this name. */
  function check(name, options) {
    return { name, cores: 1, cwd: root, args: ['--run', `check:${name}`], count: countCheck, ...options };
  }

  function jest(name, workspace, { projects = [], paths = [], cores = 2, workers = cores, ...options }) {
    const report = join(reports, `${name}.json`);
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    // Fewer garbage collections: 6 % less CPU time.
    node.push('--max-semi-space-size=64');
    const runner = [join(root, 'node_modules/jest/bin/jest.js'), `--maxWorkers=${workers}`];
    const selected = projects.length > 0 ? ['--selectProjects', ...projects] : [];
    const command = [...node, ...runner, ...selected, '--json', `--outputFile=${report}`];
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
      keepsOutput: full,
      cwd: join(root, 'e2e'),
      environment: {
        ...inMemory,
        ...(full ? { TEST_SIZE: 'full' } : {}),
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      },
      args: [...command(name), ...extra],
      count: (outcome) => countPlaywright(outcome, report),
      retry: {
        failedFiles: () => failedPlaywrightFiles(report),
        args: (file) => [...command(join(`${name}-retry`, basename(file))), '--trace=on', file],
      },
      ...options,
    };
  }
}
