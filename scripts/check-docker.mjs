// What can be known about the container files without an engine: they follow their specifications, and hold to our rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { parse } from 'yaml';
import { findProgram, run, works } from './machine/find-program.mjs';
import { isEntry, underPinnedNode } from './machine/runtime.mjs';
import { root } from './machine/settings.mjs';

const COMPOSE = join(root, 'docker-compose.yml');
/** Rules of the linter that are about taste, or that forbid what is meant: one image built once, run with three commands. */
const NOT_OURS = [
  // Does not see the address in a variable; ours does, below.
  'no-unbound-port-interfaces',
  'no-build-and-image',
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
];
/** What only the migration may know. */
const BOOTSTRAP = /^BOOTSTRAP_/;
const DIGEST = /@sha256:[0-9a-f]{64}$/;
const SECRET = /PASSWORD|SECRET|_KEYS?$|SMTP_URL/;

/** Every error of a Dockerfile: its syntax and the linter's findings, then what the final image must hold to. */
export function dockerfileErrors(text) {
  const faults = validate(text).map(
    ({ range, message, severity }) =>
      `line ${range.start.line + 1}: ${severity === ValidationSeverity.ERROR ? 'error' : 'warning'}: ${message}`,
  );
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
  for (const [, image] of text.matchAll(/^FROM (\S+)/gm)) {
    const base = image.replace(/^\$\{(\w+)\}$/, (_all, name) => defaults.get(name) ?? '');
    const isStage = new RegExp(`^FROM .* AS ${base}$`, 'm').test(text);
    if (!isStage && !/:[\w.-]*\d/.test(base.replace(DIGEST, '')))
      faults.push(`${image}: the base image names no version`);
    if (!isStage && !DIGEST.test(base)) faults.push(`${image}: the base image names no digest`);
  }
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const user = [...last.matchAll(/^USER (\S+)/gm)].at(-1)?.[1];
  if (!user || /^(root|0)(:|$)/.test(user)) faults.push('the final image runs as root');
  if (!/^HEALTHCHECK /m.test(last)) faults.push('the final image has no HEALTHCHECK');
  if (!/^CMD \[/m.test(last)) faults.push('CMD is not in exec form, so signals do not reach the process');
  if (/^COPY \. /m.test(last)) faults.push('the final image copies the whole folder');
  return faults;
}

/** Every error of the compose file: the specification's schema, the linter, then what our production shape must hold to. */
export function composeErrors(file) {
  const linter = new DCLinter({
    rules: Object.fromEntries(NOT_OURS.map((rule) => [rule, 0])),
    quiet: true,
    exclude: [],
  });
  const faults = linter
    .lintFiles([file], false)
    .flatMap(({ messages }) =>
      messages.map(({ line, rule, message }) => `line ${line}: ${rule}: ${message}`),
    );
  const text = readFileSync(file, 'utf8');
  for (const [whole, name, how] of text.matchAll(/\$\{(\w+)(:?[-?])?[^}]*\}/g)) {
    if (SECRET.test(name) && !how?.endsWith('?')) faults.push(`${whole}: a secret must not have a default`);
  }
  const { services } = parse(text, { merge: true });
  for (const [name, service] of Object.entries(services)) {
    if (!service.healthcheck && !service.build) faults.push(`${name} has no health check`);
    const runsAsRoot = service.build ? service.user === 'root' : !service.user || service.user === 'root';
    if (runsAsRoot) faults.push(`${name} runs as root`);
    faults.push(...hardeningFaults(name, service));
  }
  for (const [name, { ports = [] }] of Object.entries(services)) {
    const open = ports.find((port) => !/^(127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/.test(port));
    if (open) faults.push(`${name} publishes ${open} to the whole network unless told otherwise`);
  }
  for (const name of ['migrate', 'api', 'worker', 'postgres', 'redis']) {
    if (!services[name]) faults.push(`there is no service "${name}"`);
  }
  if (services.worker?.ports || services.worker?.container_name) {
    faults.push('worker cannot be scaled: it has a fixed port or name');
  }
  for (const name of ['api', 'worker']) {
    if (services[name]?.depends_on?.migrate?.condition !== 'service_completed_successfully') {
      faults.push(`${name} does not wait for migrate`);
    }
  }
  for (const [name, { profiles = [], build }] of Object.entries(services)) {
    if (build?.target === 'emulators' && !profiles.includes('trial'))
      faults.push(`${name} would start in production`);
  }
  return faults;
}

function hardeningFaults(name, service) {
  const { cap_drop: dropped, cap_add: added, read_only: readOnly, security_opt: options = [] } = service;
  const bootstrap = Object.keys(service.environment ?? {}).some((setting) => BOOTSTRAP.test(setting));
  return [
    (!dropped?.includes('ALL') || added || service.privileged) && 'keeps capabilities: cap_drop: [ALL]',
    readOnly !== true && 'may write to its own file system: read_only: true',
    !options.includes('no-new-privileges:true') && 'may gain privileges: no-new-privileges:true',
    !service.build && !DIGEST.test(service.image) && 'has an image without a digest: npm run pin:images',
    bootstrap !== (name === 'migrate') &&
      (bootstrap ? 'knows the first password of the administrator' : 'does not know the first administrator'),
  ]
    .filter(Boolean)
    .map((fault) => `${name} ${fault}`);
}

/** Where a docker with compose is installed it has the last word; it needs no engine for this. */
async function composeSays() {
  const docker = findProgram('docker');
  if (!docker || !(await works(docker, ['compose', 'version']))) return [];
  const { stdout } = await run(process.execPath, [join(root, 'scripts', 'trial-env.mjs')]);
  const env = {
    ...process.env,
    ...Object.fromEntries(stdout.split('\n').map((line) => line.split(/=(.*)/s).slice(0, 2))),
  };
  try {
    await run(docker, ['compose', '--file', COMPOSE, '--profile', 'trial', 'config', '--quiet'], { env });
    return [];
  } catch (error) {
    return [String(error.stderr).trim()];
  }
}

async function checkDocker() {
  const faults = [
    ...dockerfileErrors(readFileSync(join(root, 'Dockerfile'), 'utf8')).map(
      (fault) => `Dockerfile: ${fault}`,
    ),
    ...composeErrors(COMPOSE).map((fault) => `docker-compose.yml: ${fault}`),
    ...(await composeSays()).map((fault) => `docker compose config: ${fault}`),
  ];
  for (const fault of faults) console.error(fault);
  console.log(`container files: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}

if (isEntry(import.meta.url)) await underPinnedNode(import.meta.url, checkDocker);
