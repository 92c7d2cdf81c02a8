import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { node } from '../machine/runtime.mjs';
import { root } from '../machine/settings.mjs';
import { countCheck, countJest, countNodeTests, countPlaywright } from './counts.mjs';

const inModules = (...path) => join(root, 'node_modules', ...path);
const script = (name) => join(root, 'scripts', name);

/**
 * Every step of `npm test`, in the order in which they are begun. `cores` is how many of the machine's two it keeps busy
 * (none: it mostly waits, and runs beside the others), `after` names what must have passed, `needs` what of the environment
 * it gets, as variables, and `ends` what of them is brought down after it. `full` runs the suites of `backend/test/faults` at the
 * size that the product promises, rather than at a reduced one, and keeps the figures they print.
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
    check('spelling', [
      inModules('cspell', 'bin.mjs'),
      'lint',
      '--no-progress',
      '--no-summary',
      '--quiet',
      '.',
    ]),
    check('walls', [script('check-boundaries.mjs')]),
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
