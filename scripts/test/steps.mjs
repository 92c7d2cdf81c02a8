import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../stack/machine/runtime.mjs';
import { countCheck, countJest, countNodeTests, countPlaywright } from './counts.mjs';

const inModules = (...path) => join(root, 'node_modules', ...path);
const script = (name) => join(root, 'scripts', name);

/**
 * Every step of `npm test`, in starting order. `cores` is how many of two cores it uses (0: it mostly waits and runs alongside the
 * others), `needs` the parts of the environment it gets as variables, and `ends` the cleanup
 * to run after it. A step with `needsBuild` doesn't run if the build failed. `full` runs the suites in `backend/test/faults` at full size instead of a reduced one, and keeps their output.
 */
export function testSteps({ reports, results, extra, full = false }) {
  const steps = [
    { ...check('build', { cores: 2 }), args: [script('build.mjs')] },
    playwright('resilience', { cores: 0, needs: ['productToBreak'], ends: ['endProductToBreak'] }),
    jest('integration', 'backend', { project: 'integration', needs: ['services'], cores: 1, workers: 2 }),
    jest('faults', 'backend', {
      project: 'faults',
      needs: ['services'],
      cores: 1,
      environment: full ? { TEST_SIZE: 'full' } : {},
      keepsOutput: full,
    }),
    check('format'),
    check('lint'),
    check('unused'),
    check('spelling'),
    check('boundaries'),
    check('containers'),
    check('types', { needsBuild: true }),
    {
      ...check('launcher'),
      args: ['--test', '--test-reporter=tap', ...globSync(script('tests/*.test.mjs'))],
      count: countNodeTests,
    },
    jest('unit-shared', 'shared', { cores: 1 }),
    jest('unit', 'backend', { project: 'unit' }),
    jest('contract', 'sandbox'),
    jest('screens', 'frontend'),
    jest('api', 'backend', { project: 'api', needs: ['services'] }),
    playwright('journeys', { needs: ['browser', 'product'], config: 'playwright.config.ts' }),
  ];
  return steps.filter((step) => existsSync(step.cwd));

  /** A `check:…` script of package.json. */
  function check(name, options) {
    return { name, cores: 1, cwd: root, args: ['--run', `check:${name}`], count: countCheck, ...options };
  }

  function jest(name, workspace, { project, cores = 2, workers = cores, ...options } = {}) {
    const report = join(reports, `${name}.json`);
    return {
      name,
      cores,
      cwd: join(root, workspace),
      args: [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        inModules('jest', 'bin', 'jest.js'),
        ...(project ? ['--selectProjects', project] : []),
        '--json',
        `--outputFile=${report}`,
        `--maxWorkers=${workers}`,
        ...extra,
      ],
      count: (outcome) => countJest(outcome, report),
      ...options,
    };
  }

  function playwright(name, { config = `${name}.config.ts`, ...options }) {
    const report = join(reports, `${name}.json`);
    return {
      name,
      cores: 2,
      needsBuild: true,
      cwd: join(root, 'e2e'),
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_HTML_OPEN: 'never' },
      args: [
        inModules('@playwright', 'test', 'cli.js'),
        'test',
        `--config=${config}`,
        '--reporter=list,json',
        `--output=${join(results, name)}`,
        ...extra,
      ],
      count: (outcome) => countPlaywright(outcome, report),
      ...options,
    };
  }
}
