// Checks the container files without a Docker engine: with linters, and our own rules for production.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { isMainModule, root, runWithPinnedNode } from '../stack/machine/runtime.mjs';

const COMPOSE = join(root, 'docker-compose.yml');
const DIGEST = /@sha256:[0-9a-f]{64}$/;
/** Linter rules that are a matter of taste, or that forbid our setup of one image run with three commands. */
const DISABLED_RULES = [
  // Doesn't recognize an address in a variable; our own rule does.
  'no-unbound-port-interfaces',
  'no-build-and-image',
  'service-keys-order',
  'services-alphabetical-order',
  'top-level-properties-order',
];

/** What is wrong with an image that a build starts from. */
const baseImageRules = [
  ['the base image has no version', (image) => !/:[\w.-]*\d/.test(image.replace(DIGEST, ''))],
  ['the base image has no digest', (image) => !DIGEST.test(image)],
];

/** What is wrong with the last stage of a Dockerfile. */
const finalImageRules = [
  ['the final image runs as root', (stage) => !/^USER (?!root|0\b)\w+$/m.test(stage)],
  ['the final image has no HEALTHCHECK', (stage) => !/^HEALTHCHECK /m.test(stage)],
  ['CMD is not in exec form, so the process gets no signals', (stage) => !/^CMD \[/m.test(stage)],
  ['the final image copies the whole folder', (stage) => /^COPY \. /m.test(stage)],
];

/** What is wrong with a service of the compose file. */
const serviceRules = [
  ['has no health check', ({ healthcheck, build }) => !healthcheck && !build],
  ['runs as root', ({ user, build }) => user === 'root' || (!user && !build)],
  [
    'keeps capabilities: cap_drop: [ALL]',
    ({ cap_drop: dropped, cap_add: added, privileged }) => !dropped?.includes('ALL') || added || privileged,
  ],
  ['has a writable file system: read_only: true', ({ read_only: readOnly }) => !readOnly],
  [
    'may gain privileges: no-new-privileges:true',
    ({ security_opt: options }) => !options?.includes('no-new-privileges:true'),
  ],
  ['has an image without a digest', ({ build, image }) => !build && !DIGEST.test(image)],
  [
    "has the initial administrator's password",
    ({ environment }, name) => name !== 'migrate' && 'BOOTSTRAP_ADMIN_PASSWORD' in (environment ?? {}),
  ],
  [
    'publishes a port to the whole network by default',
    ({ ports = [] }) => ports.some((port) => !/^(127\.0\.0\.1|\$\{\w+:-127\.0\.0\.1\}):/.test(port)),
  ],
  [
    "can't be scaled: it has a fixed port or name",
    ({ ports, container_name: fixedName }, name) => name === 'worker' && (ports || fixedName),
  ],
  [
    'does not wait for migrate',
    ({ depends_on: needed }, name) =>
      ['api', 'worker'].includes(name) && needed?.migrate?.condition !== 'service_completed_successfully',
  ],
  [
    'would start in production',
    ({ profiles, build }) => build?.target === 'emulators' && !profiles?.includes('trial'),
  ],
];

/** The messages of the rules that this violates. */
function violations(rules, ...subject) {
  return rules.filter(([, violates]) => violates(...subject)).map(([message]) => message);
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
  const disabled = Object.fromEntries(DISABLED_RULES.map((rule) => [rule, 0]));
  const linted = new DCLinter({ rules: disabled, quiet: true, exclude: [] })
    .lintFiles([file], false)
    .flatMap(({ messages }) =>
      messages.map(({ line, rule, message }) => `line ${line}: ${rule}: ${message}`),
    );
  const text = readFileSync(file, 'utf8');
  const withDefault = [...text.matchAll(/\$\{\w*(PASSWORD|SECRET|_KEYS?|SMTP_URL)(?!\w|:?\?)[^}]*\}/g)];
  const { services } = parse(text, { merge: true });
  return [
    ...linted,
    ...withDefault.map(([reference]) => `${reference}: a secret must not have a default`),
    ...Object.entries(services).flatMap(([name, service]) =>
      violations(serviceRules, service, name).map((message) => `${name} ${message}`),
    ),
  ];
}

function checkContainers() {
  const errors = [
    ...dockerfileErrors(readFileSync(join(root, 'Dockerfile'), 'utf8')).map(
      (error) => `Dockerfile: ${error}`,
    ),
    ...composeErrors(COMPOSE).map((error) => `docker-compose.yml: ${error}`),
  ];
  for (const error of errors) console.error(error);
  console.log(`container files: ${errors.length} errors`);
  if (errors.length > 0) process.exitCode = 1;
}

if (isMainModule(import.meta.url)) await runWithPinnedNode(import.meta.url, checkContainers);
