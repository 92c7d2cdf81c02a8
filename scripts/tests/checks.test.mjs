// cspell:ignore WORKDR restrt
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { parseArgs } from 'node:util';
import { composeErrors, dockerfileErrors } from '../check-containers.mjs';
import { UserError, formatError } from '../../stack/machine/user-error.mjs';
import { node, root } from '../../stack/machine/runtime.mjs';
import {
  countCheck,
  countJest,
  countNodeTests,
  countPlaywright,
  countRetried,
  failedJestFiles,
  failedNodeTestFiles,
  failedPlaywrightFiles,
} from '../test-runner/counts.mjs';
import { temporaryFolder } from './temporary.mjs';

const BOUNDARY_RULES = /^boundaries|no-process-env|no-restricted-imports/;

test('each boundary rule reports violations, and nothing else', (t) => {
  const violating = {
    'backend/src/modules/auth/sessions/sign-out.ts': 'const x = process.env.PORT;',
    'backend/src/modules/auth/sessions/session-errors.ts':
      "import { ConflictException } from '@nestjs/common';",
    'backend/src/modules/auth/passwords/verify-password.ts': "this.mailQueue.add('send', {});",
    'backend/src/modules/auth/passwords/password-rules.ts': 'const now = new Date();',
    'backend/src/platform/email/e.ts': 'const now = Date.now();',
    'backend/src/modules/auth/sign-up/sign-up.ts': classWith(8),
    'backend/src/modules/stories/stories.repository.ts': "this.database.query({ text: 'select 1' });",
    'backend/src/modules/stories/words.repository.ts': "em.execute('set local lock_timeout = 1');",
    'backend/src/modules/stories/authors.repository.ts': "qb.andWhere(raw('exists (select from stories)'));",
    'backend/src/modules/stories/pictures.repository.ts': 'const LATEST = `(select max(id) from stories)`;',
    'backend/src/modules/stories/titles.ts': 'export function titleOf() {}',
    'frontend/src/features/stories/authors.tsx': 'const authorOf = () => 1;',
    'sandbox/src/payments/stories.ts':
      'abstract class Stories { abstract storiesOf(user: string): string[]; }',
    'bench/stories.mjs': 'reader.wordsOf = (story) => story.words;',
    'stack/stories.mjs': 'const reader = { pagesOf: () => [], linesOf };',
  };
  const valid = {
    'backend/src/platform/config/a.ts': 'const x = process.env.PORT;',
    'backend/src/modules/auth/sessions/http/sessions.ts':
      "import { ConflictException } from '@nestjs/common';",
    'backend/src/modules/auth/token/token.controller.ts':
      "import { ConflictException } from '@nestjs/common';",
    'backend/src/platform/outbox/relay.ts': "this.mailQueue.add('send', {});",
    'backend/src/platform/clock.ts': 'const now = new Date();',
    'backend/src/modules/auth/sign-up/confirm-user.ts': classWith(7),
    'backend/src/modules/stories/latest.repository.ts': 'this.database.query(allStories);',
    'backend/src/modules/stories/latest.queries.ts': "export const all = { text: 'select id from stories' };",
    'backend/src/modules/stories/next.repository.ts': "em.execute(statement); raw('number + 1');",
    'backend/src/modules/auth/web3/wallet-message.ts':
      'const at = new Date(0); // not process.env, not Date.now()',
    'backend/src/modules/auth/web3/wallet-message.spec.ts': 'const now = new Date();',
    'sandbox/src/payments/readers.ts':
      'export function oneOf() {} const { indexOf, lengthOf } = schema; text.indexOf(1);',
  };
  const folder = temporaryFolder(t);
  writeFiles(folder, { ...violating, ...valid });
  cpSync(join(root, 'scripts', 'boundary-rules.mjs'), join(folder, 'scripts', 'boundary-rules.mjs'));
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(node, [oxlint, '--format=json'], { cwd: folder, encoding: 'utf8' });
  const found = JSON.parse(stdout)
    .diagnostics.filter(({ code }) => BOUNDARY_RULES.test(code))
    .map(({ filename }) => filename);
  assert.deepEqual(found.sort(), Object.keys(violating).sort());
});

/** A class with this many dependencies. */
function classWith(count) {
  const parameters = Array.from({ length: count }, (_, index) => `private readonly p${index}: string`);
  return `export class Some { constructor(${parameters.join(', ')}) {} }`;
}

/** The rules that imports violate, with importing and imported file. */
function importViolations(folder, cruised) {
  const cruiser = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');
  const config = join(root, '.dependency-cruiser.mjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', ...cruised];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return JSON.parse(stdout)
    .summary.violations.map(({ rule, from, to }) => [rule.name, from, to])
    .sort();
}

function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

test('rejects imports across layers, slices and folders, and names that could hold anything', (t) => {
  const folder = temporaryFolder(t);
  const modules = 'backend/src/modules';
  const platform = 'backend/src/platform';
  const imports = [
    ['application-imports-no-http', 'auth/sessions/sign-out.ts', 'auth/sessions/sign-out.controller.ts'],
    [
      'http-imports-no-persistence',
      'auth/sessions/sessions.controller.ts',
      'auth/sessions/sessions.repository.ts',
    ],
    ['persistence-is-independent', 'auth/sessions/expired.queries.ts', 'auth/sessions/rotate-session.ts'],
    ['domain-is-pure', 'auth/sessions/session-errors.ts', 'auth/sessions/session-grants.ts'],
    ['auth-adapters-are-leaves', 'auth/sessions/bowser-devices.ts', 'auth/sessions/devices.repository.ts'],
    ['auth-slice-order-users', 'auth/users/create-user.ts', 'auth/sessions/elevate-session.ts'],
    ['billing-slice-order-prices', 'billing/prices/prices.ts', 'billing/webhooks/receive-webhook.ts'],
    ['domain-is-pure', 'billing/invoices/invoices.port.ts', 'billing/invoices/sync-invoice.ts'],
    ['adapters-are-leaves', 'billing/stripe/stripe-refunds.ts', 'billing/invoices/pay-invoice.ts'],
    [
      'persistence-is-independent',
      'subscriptions/subscriptions.repository.ts',
      'subscriptions/sync-subscription.ts',
    ],
    [undefined, 'auth/sessions/list-sessions.controller.ts', 'auth/sessions/list-sessions.ts'],
    [undefined, 'auth/sessions/end-session.ts', 'auth/sessions/levels.repository.ts'],
    [undefined, 'billing/stripe/stripe-prices.ts', 'billing/prices/prices.port.ts'],
  ].map(([rule, ...paths]) => [rule, ...paths.map((path) => `${modules}/${path}`)]);
  imports.push(
    ['platform-order-database', `${platform}/database/rows.ts`, `${platform}/scheduler/tasks.ts`],
    ['platform-order-unlisted', `${platform}/scheduler/tasks.ts`, `${platform}/unlisted/anything.ts`],
    [undefined, `${platform}/unlisted/anything.ts`, `${platform}/database/batch.ts`],
    [undefined, `${platform}/database/batch.ts`, `${platform}/clock.ts`],
    ['stack-is-lowest', 'stack/stack.mjs', 'scripts/test.mjs'],
    ['scripts-import-stack-only', 'scripts/test.mjs', 'bench/bench.mjs'],
    ['bench-imports-stack-only', 'bench/bench.mjs', 'scripts/time.mjs'],
    [undefined, 'scripts/time.mjs', 'stack/ports.mjs'],
    ['no-vague-names', 'backend/src/lib/slug.ts', 'backend/src/lib/helpers/text.ts'],
  );
  const files = { 'tsconfig.json': '{}', 'backend/src/lib/utils.ts': "import './slug.js';" };
  for (const [, from, to] of imports) {
    const path = relative(dirname(from), to).replace(/\.ts$/, '.js');
    files[from] = `import '${path.replace(/^(?!\.)/, './')}';`;
    files[to] ??= 'export {};';
  }
  writeFiles(folder, files);
  const violations = importViolations(folder, ['backend', 'stack', 'scripts', 'bench']);
  const [vague, found] = [true, false].map((isName) =>
    violations.filter(([rule]) => rule.startsWith('no-vague-names') === isName),
  );
  assert.deepEqual(
    vague.map(([, from]) => from),
    ['backend/src/lib/utils.ts', 'backend/src/lib/slug.ts'],
  );
  const expected = imports.filter(([rule]) => rule && rule !== 'no-vague-names');
  assert.deepEqual(found, expected.sort());
});

test('rejects a Dockerfile that runs as root, or has no health check or image version', () => {
  const good = readFileSync(join(root, 'Dockerfile'), 'utf8');
  assert.deepEqual(dockerfileErrors(good), []);
  assert.match(dockerfileErrors(good.replaceAll(/^USER node$/gm, '')).join(), /runs as root/);
  assert.match(dockerfileErrors(good.replaceAll(/^HEALTHCHECK/gm, 'LABEL x=y\n#')).join(), /no HEALTHCHECK/);
  assert.match(
    dockerfileErrors(good.replace('node:24.21.0-bookworm-slim', 'node:latest')).join(),
    /has no version/,
  );
  assert.match(dockerfileErrors(good.replace(/@sha256:\w+/, '')).join(), /has no digest/);
  assert.match(dockerfileErrors(good.replace('WORKDIR', 'WORKDR')).join(), /line \d+/);
});

test("rejects a compose file with schema errors, a default secret, or services that can't run", (t) => {
  const file = join(temporaryFolder(t), 'docker-compose.yml');
  const good = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const findErrors = (text) => {
    writeFileSync(file, text);
    return composeErrors(file).join('\n');
  };
  assert.equal(findErrors(good), '');
  assert.match(findErrors(good.replace('restart: unless-stopped', 'restrt: always')), /invalid-schema/);
  assert.match(
    findErrors(good.replace('${AUTH_JWT_SECRET:?', '${AUTH_JWT_SECRET:-')),
    /must not have a default/,
  );
  assert.match(
    findErrors(good.replace('  worker:\n', "  worker:\n    ports: ['127.0.0.1:1:1']\n")),
    /can't be scaled/,
  );
  assert.match(
    findErrors(good.replace('profiles: [trial]', 'profiles: [other]')),
    /would start in production/,
  );
  const storage = good.indexOf('  storage:\n');
  const hasty = good.slice(storage).replace('service_completed_successfully', 'service_started');
  assert.match(findErrors(good.slice(0, storage) + hasty), /storage does not wait for migrate/);
  const inMemory = findErrors(good.replace('TMPDIR: /buffers', 'TMPDIR: /tmp'));
  assert.match(inMemory, /api buffers uploads in memory/);
  assert.match(inMemory, /storage buffers uploads in memory/);
});

test('rejects a compose file with excessive container privileges', (t) => {
  const file = join(temporaryFolder(t), 'docker-compose.yml');
  const good = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const findErrors = (pattern, replacement) => {
    const text = good.replace(pattern, replacement);
    assert.notEqual(text, good);
    writeFileSync(file, text);
    return composeErrors(file).join('\n');
  };
  for (const [pattern, replacement, error] of [
    ['cap_drop: [ALL]', 'cap_drop: [CHOWN]', 'keeps capabilities'],
    ['read_only: true', 'read_only: false', 'has a writable file system'],
    ['no-new-privileges:true', 'no-new-privileges:false', 'may gain privileges'],
  ]) {
    const errors = findErrors(pattern, replacement);
    for (const name of ['postgres', 'redis', 'migrate', 'api', 'worker', 'emulators'])
      assert.match(errors, new RegExp(`${name} ${error}`));
  }
  assert.match(findErrors('  redis:\n', '  redis:\n    cap_add: [SYS_ADMIN]\n'), /redis keeps capabilities/);
  assert.match(findErrors(/(postgres:18\S+)@sha256:\w+/, '$1'), /postgres has an image without a digest/);
  assert.match(findErrors('    user: postgres\n', ''), /postgres runs as root/);
  assert.match(
    findErrors(
      '    LOG_LEVEL:',
      '    BOOTSTRAP_ADMIN_PASSWORD: ${BOOTSTRAP_ADMIN_PASSWORD:?}\n    LOG_LEVEL:',
    ),
    /api has the initial administrator's password[^]*worker has the initial administrator's password/,
  );
});

test('counts a step without tests, and an unexplained exit code, as failures', (t) => {
  assert.deepEqual(countCheck({ code: 0 }), { passed: 1, failed: 0 });
  assert.equal(countJest({ code: 0 }, '/nowhere').failed, 1);
  const report = join(temporaryFolder(t), 'report.json');
  const writeJestReport = (counts) => {
    const none = {
      numPassedTests: 0,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 0,
      numPendingTests: 0,
      numTodoTests: 0,
    };
    writeFileSync(report, JSON.stringify({ ...none, ...counts }));
  };
  writeJestReport({});
  assert.equal(countJest({ code: 0 }, report).problem, 'no tests');
  writeJestReport({ numPassedTests: 3, numRuntimeErrorTestSuites: 1 });
  assert.deepEqual(countJest({ code: 1 }, report), { passed: 3, failed: 1, skipped: 0 });
  writeJestReport({ numPassedTests: 3 });
  assert.equal(countJest({ code: 1 }, report).failed, 1);
  assert.equal(
    countNodeTests({ code: 0, text: '# pass 4\n# fail 0\n# cancelled 0\n# skipped 0\n' }).passed, // cspell:disable-line
    4,
  );
});

test('names the files that failed, of each test runner', (t) => {
  const report = join(temporaryFolder(t), 'report.json');
  const testResults = [
    { name: '/a.spec.ts', status: 'passed' },
    { name: '/b.spec.ts', status: 'failed' },
  ];
  writeFileSync(report, JSON.stringify({ testResults }));
  assert.deepEqual(failedJestFiles(report), ['/b.spec.ts']);
  assert.deepEqual(failedJestFiles('/nowhere'), []);
  const suites = [
    { file: 'journeys/a.spec.ts', specs: [{ ok: true }] },
    { file: 'journeys/b.spec.ts', specs: [{ ok: true }], suites: [{ specs: [{ ok: false }] }] },
  ];
  writeFileSync(report, JSON.stringify({ suites, config: { rootDir: '/e2e' } }));
  assert.deepEqual(failedPlaywrightFiles(report), ['/e2e/journeys/b.spec.ts']);
  assert.deepEqual(failedPlaywrightFiles('/nowhere'), []);
  const tap = "not ok 1 - a test\n  ---\n  duration_ms: 1\n  location: '/a.test.mjs:3:1'\n";
  assert.deepEqual(failedNodeTestFiles(`${tap}${tap}ok 2 - another\n`), ['/a.test.mjs']);
});

test('counts tests of a rerun file as passed unless they failed again', () => {
  const first = { passed: 3, failed: 2, skipped: 0 };
  assert.deepEqual(countRetried(first, [{ failed: 0 }, { failed: 0 }]), { passed: 5, failed: 0, skipped: 0 });
  assert.deepEqual(countRetried(first, [{ failed: 0 }, { failed: 1 }]), { passed: 4, failed: 1, skipped: 0 });
});

test('counts the results of journeys', (t) => {
  const report = join(temporaryFolder(t), 'report.json');
  const stats = { expected: 3, flaky: 0, unexpected: 0, skipped: 1 };
  writeFileSync(report, JSON.stringify({ stats, errors: [] }));
  assert.deepEqual(countPlaywright({ code: 0 }, report), { passed: 3, failed: 0, skipped: 1 });
  writeFileSync(report, JSON.stringify({ stats: { ...stats, unexpected: 2 }, errors: [{}] }));
  assert.equal(countPlaywright({ code: 1 }, report).failed, 3);
});

test('every backend setting is documented in .env.example', () => {
  const documented = new Set(
    [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
      ([, name]) => name,
    ),
  );
  const files = globSync('backend/src/platform/config/*.ts', { cwd: root }).filter(
    (name) => !name.endsWith('.spec.ts'),
  );
  const read = files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/env\.\w+\(\s*'([A-Z][A-Z0-9_]+)'/g)].map(
      ([, setting]) => setting,
    ),
  );
  assert.ok(read.length > 10);
  assert.deepEqual(
    [...new Set(read)].filter((name) => !documented.has(name) && !name.startsWith('AUTH_')),
    [],
  );
});

test('every backend setting is passed to the containers', () => {
  const localOnly =
    /_PORT$|^(PORT|WORKERS|SITE_FOLDER|DATA_DIR|CHROME_PATH|RATE_LIMITS|EMULATORS|EMULATORS_HOST|STRIPE_VERIFY_SECRET_KEY|PAYMENT_SANDBOX_\w+)$/;
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const settings = [
    ...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm),
  ];
  const missing = settings
    .map(([, name]) => name)
    .filter((name) => !localOnly.test(name) && !new RegExp(`^ {4,6}${name}:`, 'm').test(compose));
  assert.deepEqual(missing, []);
});

test('system errors are explained with a fix', () => {
  assert.match(
    formatError(Object.assign(new Error('x'), { code: 'ENOSPC' })),
    /disk is full.*\n.*Fix: free some space/,
  );
  assert.match(formatError(new UserError('PANIC: could not write: No space left on device')), /disk is full/);
  assert.match(
    formatError(Object.assign(new Error('x'), { code: 'EACCES', path: '/data' })),
    /Permission denied: \/data/,
  );
  assert.equal(formatError(new UserError('What.', 'how.')), 'What.\n  Fix: how.');
  assert.throws(
    () => parseArgs({ args: ['--help'], options: {} }),
    (error) => formatError(error).startsWith('Unknown option'),
  );
});
