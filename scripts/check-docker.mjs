// Checks the container files without a Docker engine: their syntax, and our own rules.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { parse } from 'yaml';
import { findProgram, run, works } from '../stack/machine/find-program.mjs';
import { isMainModule, runWithPinnedNode } from '../stack/machine/runtime.mjs';
import { root } from '../stack/machine/settings.mjs';

const COMPOSE = join(root, 'docker-compose.yml');
/** Linter rules that are a matter of taste, or that forbid our setup of one image run with three commands. */
const DISABLED_RULES = [
  // Doesn't recognize an address in a variable; our own check below does.
  'no-unbound-port-interfaces',
  'no-build-and-image',
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
];
/** Settings only the migration may have. */
const BOOTSTRAP = /^BOOTSTRAP_/;
const DIGEST = /@sha256:[0-9a-f]{64}$/;
const SECRET = /PASSWORD|SECRET|_KEYS?$|SMTP_URL/;

/** Every error in a Dockerfile: syntax errors, linter findings, and violations of our rules for the final image. */
export function dockerfileErrors(text) {
  const errors = validate(text).map(
    ({ range, message, severity }) =>
      `line ${range.start.line + 1}: ${severity === ValidationSeverity.ERROR ? 'error' : 'warning'}: ${message}`,
  );
  const defaults = new Map([...text.matchAll(/^ARG (\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
  for (const [, image] of text.matchAll(/^FROM (\S+)/gm)) {
    const base = image.replace(/^\$\{(\w+)\}$/, (_all, name) => defaults.get(name) ?? '');
    const isStage = new RegExp(`^FROM .* AS ${base}$`, 'm').test(text);
    if (!isStage && !/:[\w.-]*\d/.test(base.replace(DIGEST, '')))
      errors.push(`${image}: the base image has no version`);
    if (!isStage && !DIGEST.test(base)) errors.push(`${image}: the base image has no digest`);
  }
  const last = text.slice(text.lastIndexOf('\nFROM '));
  const user = [...last.matchAll(/^USER (\S+)/gm)].at(-1)?.[1];
  if (!user || /^(root|0)(:|$)/.test(user)) errors.push('the final image runs as root');
  if (!/^HEALTHCHECK /m.test(last)) errors.push('the final image has no HEALTHCHECK');
  if (!/^CMD \[/m.test(last)) errors.push('CMD is not in exec form, so the process gets no signals');
  if (/^COPY \. /m.test(last)) errors.push('the final image copies the whole folder');
  return errors;
}

/** Every error in the compose file: schema errors, linter findings, and violations of our rules for production. */
export function composeErrors(file) {
  const linter = new DCLinter({
    rules: Object.fromEntries(DISABLED_RULES.map((rule) => [rule, 0])),
    quiet: true,
    exclude: [],
  });
  const errors = linter
    .lintFiles([file], false)
    .flatMap(({ messages }) =>
      messages.map(({ line, rule, message }) => `line ${line}: ${rule}: ${message}`),
    );
  const text = readFileSync(file, 'utf8');
  for (const [match, name, operator] of text.matchAll(/\$\{(\w+)(:?[-?])?[^}]*\}/g)) {
    if (SECRET.test(name) && !operator?.endsWith('?'))
      errors.push(`${match}: a secret must not have a default`);
  }
  const { services } = parse(text, { merge: true });
  for (const [name, service] of Object.entries(services)) {
    if (!service.healthcheck && !service.build) errors.push(`${name} has no health check`);
    const runsAsRoot = service.build ? service.user === 'root' : !service.user || service.user === 'root';
    if (runsAsRoot) errors.push(`${name} runs as root`);
    errors.push(...hardeningErrors(name, service));
  }
  for (const [name, { ports = [] }] of Object.entries(services)) {
    const open = ports.find((port) => !/^(127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/.test(port));
    if (open) errors.push(`${name} publishes ${open} to the whole network by default`);
  }
  for (const name of ['migrate', 'api', 'worker', 'postgres', 'redis']) {
    if (!services[name]) errors.push(`service "${name}" is missing`);
  }
  if (services.worker?.ports || services.worker?.container_name) {
    errors.push("worker can't be scaled: it has a fixed port or name");
  }
  for (const name of ['api', 'worker']) {
    if (services[name]?.depends_on?.migrate?.condition !== 'service_completed_successfully') {
      errors.push(`${name} does not wait for migrate`);
    }
  }
  for (const [name, { profiles = [], build }] of Object.entries(services)) {
    if (build?.target === 'emulators' && !profiles.includes('trial'))
      errors.push(`${name} would start in production`);
  }
  return errors;
}

function hardeningErrors(name, service) {
  const { cap_drop: dropped, cap_add: added, read_only: readOnly, security_opt: options = [] } = service;
  const bootstrap = Object.keys(service.environment ?? {}).some((setting) => BOOTSTRAP.test(setting));
  return [
    (!dropped?.includes('ALL') || added || service.privileged) && 'keeps capabilities: cap_drop: [ALL]',
    readOnly !== true && 'has a writable file system: read_only: true',
    !options.includes('no-new-privileges:true') && 'may gain privileges: no-new-privileges:true',
    !service.build && !DIGEST.test(service.image) && 'has an image without a digest: npm run pin:images',
    bootstrap !== (name === 'migrate') &&
      (bootstrap
        ? "has the initial administrator's password"
        : "doesn't have the initial administrator's password"),
  ]
    .filter(Boolean)
    .map((error) => `${name} ${error}`);
}

/** Validates with `docker compose config` if it is installed; this needs no running engine. */
async function composeConfigErrors() {
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
  const errors = [
    ...dockerfileErrors(readFileSync(join(root, 'Dockerfile'), 'utf8')).map(
      (error) => `Dockerfile: ${error}`,
    ),
    ...composeErrors(COMPOSE).map((error) => `docker-compose.yml: ${error}`),
    ...(await composeConfigErrors()).map((error) => `docker compose config: ${error}`),
  ];
  for (const error of errors) console.error(error);
  console.log(`container files: ${errors.length} errors`);
  if (errors.length > 0) process.exitCode = 1;
}

if (isMainModule(import.meta.url)) await runWithPinnedNode(import.meta.url, checkDocker);
