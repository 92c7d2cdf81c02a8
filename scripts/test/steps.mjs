import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { node } from '../../stack/machine/runtime.mjs';
import { root } from '../../stack/machine/settings.mjs';
import { countCheck, countJest, countNodeTests, countPlaywright } from './counts.mjs';

const inModules = (...path) => join(root, 'node_modules', ...path);
const script = (name) => join(root, 'scripts', name);

/**
 * Every step of `npm test`, in starting order. `cores` is how many of two cores it uses (0: it mostly waits and runs alongside the
 * others), `after` the steps that must pass first, `needs` the parts of the environment it gets as variables, and `ends` the cleanup
 * to run after it. `full` runs the suites in `backend/test/faults` at full size instead of a reduced one, and keeps their output.
 */
export function testSteps({ reports, results, extra, full = false }) {
  return [
    check('build', [script('build.mjs')], { cores: 2 }),
    playwright('resilience', {
      cores: 0,
      needs: ['productToBreak'],
      ends: ['endProductToBreak'],
      config: 'resilience.config.ts',
    }),
    jest('integration', 'backend', { project: 'integration', needs: ['services'], cores: 1, workers: 2 }),
    jest('faults', 'backend', {
      project: 'faults',
      needs: ['services'],
      cores: 1,
      environment: full ? { TEST_SIZE: 'full' } : {},
      keepsOutput: full,
    }),
    check('format', [inModules('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']),
    check('lint', [inModules('oxlint', 'bin', 'oxlint'), '--deny-warnings']),
    check('unused', [inModules('knip', 'bin', 'knip.js')]),
    check('spelling', [
      inModules('cspell', 'bin.mjs'),
      'lint',
      '--no-progress',
      '--no-summary',
      '--quiet',
      '.',
    ]),
    check('boundaries', [script('check-boundaries.mjs')]),
    check('containers', [script('check-docker.mjs')]),
    check('types', [inModules('typescript', 'bin', 'tsc'), '-b', '--pretty', 'false'], { after: ['build'] }),
    {
      name: 'launcher',
      present: existsSync(script('tests')),
      cores: 1,
      command: [node, '--test', '--test-reporter=tap', ...testFiles()],
      count: countNodeTests,
    },
    jest('unit-shared', 'shared', { cores: 1 }),
    jest('unit', 'backend', { project: 'unit' }),
    jest('contract', 'sandbox'),
    jest('screens', 'frontend'),
    jest('api', 'backend', { project: 'api', needs: ['services'] }),
    playwright('journeys', { needs: ['browser', 'product'], config: 'playwright.config.ts' }),
  ].filter((step) => step.present);

  function check(name, args, { cores = 1, after = [] } = {}) {
    return { name, present: true, cores, after, command: [node, ...args], count: countCheck };
  }

  function jest(
    name,
    workspace,
    { project, cores = 2, workers = cores, needs = [], environment = {}, keepsOutput } = {},
  ) {
    const report = join(reports, `${name}.json`);
    return {
      name,
      present: existsSync(join(root, workspace)),
      cores,
      needs,
      environment,
      keepsOutput,
      cwd: join(root, workspace),
      command: [
        node,
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
    };
  }

  function playwright(name, { cores = 2, needs, ends, config }) {
    const report = join(reports, `${name}.json`);
    return {
      name,
      present: existsSync(join(root, 'e2e')),
      cores,
      after: ['build'],
      needs,
      ends,
      cwd: join(root, 'e2e'),
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_HTML_OPEN: 'never' },
      command: [
        node,
        inModules('@playwright', 'test', 'cli.js'),
        'test',
        `--config=${config}`,
        '--reporter=list,json',
        `--output=${join(results, name)}`,
        ...extra,
      ],
      count: (outcome) => countPlaywright(outcome, report),
    };
  }
}

function testFiles() {
  const folder = script('tests');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.test.mjs'))
        .map((name) => join(folder, name))
    : [];
}
