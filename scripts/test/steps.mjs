import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { node } from '../machine/runtime.mjs';
import { root } from '../machine/settings.mjs';
import { countCheck, countJest, countNodeTests, countPlaywright } from './counts.mjs';

const inModules = (...path) => join(root, 'node_modules', ...path);
const script = (name) => join(root, 'scripts', name);

/**
 * Every step of `npm test`, in the order in which they are begun. `cores` is how many of the machine's two it keeps busy,
 * `after` names what must have passed, `needs` what of the surroundings it gets, as variables.
 */
export function testSteps({ reports, artifacts, extra }) {
  return [
    check('build', [script('build.mjs')], { cores: 2 }),
    check('format', [inModules('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level=warn', '.']),
    check('lint', [inModules('oxlint', 'bin', 'oxlint'), '--deny-warnings']),
    check('walls', [script('check-walls.mjs')]),
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
    jest('integration', 'backend', { project: 'integration', needs: ['services'] }),
    jest('api', 'backend', { project: 'api', needs: ['services'] }),
    journeys(),
  ].filter((step) => step.present);

  function check(name, args, { cores = 1, after = [] } = {}) {
    return { name, present: true, cores, after, command: [node, ...args], count: countCheck };
  }

  function jest(name, workspace, { project, cores = 2, needs = [] } = {}) {
    const report = join(reports, `${name}.json`);
    return {
      name,
      present: existsSync(join(root, workspace)),
      cores,
      needs,
      cwd: join(root, workspace),
      command: [
        node,
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        inModules('jest', 'bin', 'jest.js'),
        ...(project ? ['--selectProjects', project] : []),
        '--json',
        `--outputFile=${report}`,
        `--maxWorkers=${cores}`,
        ...extra,
      ],
      count: (outcome) => countJest(outcome, report),
    };
  }

  function journeys() {
    const report = join(reports, 'journeys.json');
    return {
      name: 'journeys',
      present: existsSync(join(root, 'e2e')),
      cores: 2,
      after: ['build'],
      needs: ['browser', 'product'],
      cwd: join(root, 'e2e'),
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_HTML_OPEN: 'never' },
      command: [
        node,
        inModules('@playwright', 'test', 'cli.js'),
        'test',
        '--reporter=list,json',
        `--output=${artifacts}`,
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
