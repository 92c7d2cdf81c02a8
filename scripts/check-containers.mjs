// Checks the container files without a Docker engine: with linters, and our own rules for production.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { root } from '../stack/machine/runtime.mjs';

const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** Linter rules that are a matter of taste, or that forbid our setup of one image run with three commands. */
const disabledRules = {
  // Doesn't recognize an address in a variable; our own rule does.
  'no-unbound-port-interfaces': 0,
  'no-build-and-image': 0,
  'service-keys-order': 0,
  'services-alphabetical-order': 0,
  'top-level-properties-order': 0,
};

/** Errors in a base image, each with its condition. */
const baseImageRules = {
  'the base image has no version': (image) => !/:[\w.-]*\d/.test(image.replace(DIGEST, '')),
  'the base image has no digest': (image) => !DIGEST.test(image),
};

/** Errors in the last stage of a Dockerfile. */
const finalImageRules = {
  'the final image runs as root': (stage) => !/^USER (?!root|0\b)\w+$/m.test(stage),
  'the final image has no HEALTHCHECK': (stage) => !/^HEALTHCHECK /m.test(stage),
  'CMD is not in exec form, so the process gets no signals': (stage) => !/^CMD \[/m.test(stage),
  'the final image copies the whole folder': (stage) => /^COPY \. /m.test(stage),
};

/** Errors in a service of the compose file. */
const serviceRules = {
  'has no health check': ({ healthcheck, build }) => !healthcheck && !build,
  'runs as root': ({ user, build }) => user === 'root' || (!user && !build),
  'keeps capabilities: cap_drop: [ALL]': ({ cap_drop: dropped, cap_add: added, privileged }) =>
    !dropped?.includes('ALL') || added || privileged,
  'has a writable file system: read_only: true': (service) => !service.read_only,
  'may gain privileges: no-new-privileges:true': (service) =>
    !service.security_opt?.includes('no-new-privileges:true'),
  'has an image without a digest': ({ build, image }) => !build && !DIGEST.test(image),
  "has the initial administrator's password": ({ environment = {} }, name) =>
    name !== 'migrate' && 'BOOTSTRAP_ADMIN_PASSWORD' in environment,
  'publishes a port to the whole network by default': ({ ports = [] }) =>
    ports.some((port) => !/^(127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/.test(port)),
  "can't be scaled: it has a fixed port or name": ({ ports, container_name: fixedName }, name) =>
    name === 'worker' && (ports || fixedName),
  'does not wait for migrate': ({ depends_on: needed }, name) =>
    ['api', 'storage', 'worker'].includes(name) &&
    needed?.migrate?.condition !== 'service_completed_successfully',
  'buffers uploads in memory: TMPDIR must be on a volume': ({ environment, volumes = [] }, name) =>
    ['api', 'storage'].includes(name) &&
    !volumes.some((volume) => volume.endsWith(`:${environment?.TMPDIR}`)),
  'would start in production': ({ profiles, build }) =>
    build?.target === 'emulators' && !profiles?.includes('trial'),
};

/** The rules that this violates. */
function violations(rules, ...subject) {
  return Object.keys(rules).filter((rule) => rules[rule](...subject));
}

/** Every error in a Dockerfile. */
export function dockerfileErrors(text) {
  const syntax = validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`);
  const images = [...text.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image]) => image);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  return [
    ...syntax,
    ...images.flatMap((image) => violations(baseImageRules, image)),
    ...violations(finalImageRules, last),
  ];
}

/** Every error in the compose file. */
export function composeErrors(file) {
  const linter = new DCLinter({ rules: disabledRules, quiet: true, exclude: [] });
  const linted = linter.lintFiles([file], false).flatMap(({ messages }) => messages);
  const text = readFileSync(file, 'utf8');
  const withDefault = [...text.matchAll(/\$\{\w*(PASSWORD|SECRET|_KEYS?|SMTP_URL)(?!\w|:?\?)[^}]*\}/g)];
  const { services } = parse(text, { merge: true });
  return [
    ...linted.map(({ line, rule, message }) => `line ${line}: ${rule}: ${message}`),
    ...withDefault.map(([reference]) => `${reference}: a secret must not have a default`),
    ...Object.entries(services).flatMap(([name, service]) =>
      violations(serviceRules, service, name).map((rule) => `${name} ${rule}`),
    ),
  ];
}

if (process.argv[1] === import.meta.filename) {
  const dockerfile = dockerfileErrors(readFileSync(join(root, 'Dockerfile'), 'utf8'));
  const compose = composeErrors(join(root, 'docker-compose.yml'));
  for (const error of dockerfile) console.error(`Dockerfile: ${error}`);
  for (const error of compose) console.error(`docker-compose.yml: ${error}`);
  console.log(`container files: ${dockerfile.length + compose.length} errors`);
  if (dockerfile.length + compose.length > 0) process.exitCode = 1;
}
