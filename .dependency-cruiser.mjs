import { allowedImports, platformFolders, slices } from './scripts/module-order.mjs';

// Allowed dependencies. docs/architecture.md describes the layers; each rule states its reason.
const MODULES = '^backend/src/modules';
const SPECS = '\\.spec\\.tsx?$';
const PLATFORM = '^backend/src/platform';
const AUTH = `${MODULES}/auth`;
/** Entities may reference those of any module, as foreign keys do. */
const ENTITY = '\\.entity\\.ts$';

const sliceFolder = (module, slice) =>
  slice === 'root' ? `${MODULES}/${module}/[^/]+$` : `${MODULES}/${module}/${slice}/`;
/** Composes the slices of its module, or exports them. */
const MODULE_ENTRY = `${MODULES}/([^/]+)/(index|entities|personal-data|[^/]+\\.module)\\.ts$`;

/** The file suffix indicates the layer. */
const HTTP = [
  `${MODULES}/[^/]+/http/`,
  `${AUTH}/[^/]+/http/`,
  `${AUTH}/protocol/`,
  `${MODULES}/storage/[^/]+/http/`,
  `${MODULES}/storage/protocol/`,
  `${MODULES}/.+(\\.(controller|guard|strategy|filter|interceptor|middleware)|-documents|-configuration|-input|-page)\\.ts$`,
];
const PERSISTENCE = [`${MODULES}/.+/persistence/`, `${MODULES}/.+\\.(repository|queries|entity)\\.ts$`];
const DOMAIN = [
  `${AUTH}/core/`,
  `${MODULES}/storage/core/(?!storage-metrics)`,
  `${MODULES}/storage/buckets/bucket-rules\\.ts$`,
  `${MODULES}/.+/domain/`,
  `${MODULES}/subscriptions/subscription(-cancellation)?\\.ts$`,
  `${AUTH}/.+(-rules|-decision)\\.ts$`,
  `${MODULES}/.+(-errors|/events|-domain-events|returned-cents|\\.port)\\.ts$`,
];
/** Adapters of auth that have no `providers/` folder. */
const authAdapters = [
  `${AUTH}/access/(signed-access-tokens|signing-keys|verified-token-cache)\\.`,
  `${AUTH}/mfa/otplib-authenticator-codes\\.`,
  `${AUTH}/passwords/(argon2-hasher|breached-password-list|sorted-lines)\\.`,
  `${AUTH}/sessions/bowser-devices\\.`,
  `${AUTH}/sso/(node-saml-client|saml-metadata)\\.`,
  `${AUTH}/web3/wallet-signature-checks\\.`,
  `${AUTH}/webauthn/simple-webauthn\\.`,
];

/** The only folder that may import each vendor's package. */
const vendors = [
  { name: 'payment-provider', packages: 'stripe', home: `${MODULES}/billing/stripe/` },
  { name: 'object-storage', packages: '@aws-sdk', home: `${MODULES}/storage/backends/` },
  {
    name: 'resumable-uploads',
    packages: '@tus',
    home: `${MODULES}/storage/(backends/|resumable/http/)`,
  },
  { name: 'image-processing', packages: 'sharp', home: `${MODULES}/storage/images/sharp-image-processor\\.` },
  { name: 'email-transport', packages: 'nodemailer', home: '^backend/src/platform/(email/|config/sender)' },
  {
    name: 'password-hash',
    packages: '@node-rs/argon2|bcryptjs',
    home: `(^backend/src/platform/security/|${AUTH}/passwords/argon2-hasher\\.)`,
  },
  {
    name: 'common-passwords',
    packages: '@zxcvbn-ts',
    home: `${AUTH}/passwords/breached-password-list\\.`,
  },
  { name: 'device-keys', packages: '@simplewebauthn', home: `${AUTH}/webauthn/simple-webauthn\\.` },
  { name: 'device-names', packages: 'bowser', home: `${AUTH}/sessions/bowser-devices\\.` },
  { name: 'identity-providers', packages: 'openid-client', home: `${AUTH}/oauth/providers/` },
  {
    name: 'saml',
    packages: '@node-saml|xml2js',
    home: `${AUTH}/sso/(node-saml-client|saml-metadata)\\.`,
  },
  { name: 'wallets', packages: 'viem|@scure/base', home: `${AUTH}/web3/wallet-signature-checks\\.` },
  { name: 'network-addresses', packages: 'undici|ipaddr\\.js', home: '^backend/src/platform/security/' },
  { name: 'authenticator-codes', packages: 'otplib|uqr', home: `${AUTH}/mfa/otplib-authenticator-codes\\.` },
  {
    name: 'queue-engine',
    packages: 'bull|@nestjs/bull',
    home: '^backend/src/platform/(queue|outbox|metrics)/',
  },
];

/** Names that could hold anything. */
const VAGUE_NAMES = { path: '(^|/)(utils?|helpers?|common|misc|managers?|v2)[./]', pathNot: 'node_modules' };

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Files that import each other belong together, or share something that belongs in a third.',
      {},
      { circular: true },
    ),
    rule('no-unresolvable', 'The imported file does not exist.', {}, { couldNotResolve: true }),
    rule(
      'no-orphans',
      'An unreachable file is dead code, or its wiring is missing.',
      {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^backend/migrations/',
          '^e2e/',
          '^(scripts|stack|bench)/',
          '\\.config\\.[cm]?[jt]s$',
          '(^|/)setup[^/]*\\.[cm]?[jt]sx?$',
        ],
      },
      {},
    ),
    rule(
      'no-test-code-in-product',
      'Production code must not import test code.',
      { path: '^(backend|frontend|shared|sandbox)/src/', pathNot: SPECS },
      { path: ['^(backend|frontend|sandbox)/test/', SPECS] },
    ),
    rule(
      'no-development-packages-in-product',
      'Development dependencies are not installed in production.',
      { path: '^(backend|frontend|shared|sandbox)/src/', pathNot: SPECS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),

    rule(
      'module-public-api',
      'Other modules import only the index.ts of a module.',
      { path: `${MODULES}/([^/]+)/`, pathNot: ENTITY },
      { path: `${MODULES}/([^/]+)/`, pathNot: [`${MODULES}/$1/`, `${MODULES}/[^/]+/index\\.ts$`] },
    ),
    rule(
      'entities-reference-entities',
      'A foreign key may point to an entity of another module; nothing else of it is imported.',
      { path: `${MODULES}/([^/]+)/.+${ENTITY}` },
      { path: `${MODULES}/`, pathNot: [`${MODULES}/$1/`, ENTITY] },
    ),
    rule(
      'composition-uses-public-api',
      'Composition roots import only the index.ts of a module.',
      { path: '^backend/src/([^/]+\\.ts$|bootstrap/)' },
      { path: `${MODULES}/`, pathNot: `${MODULES}/[^/]+/index\\.ts$` },
    ),
    ...Object.entries(allowedImports).map(([name, uses]) =>
      rule(
        `module-order-${name}`,
        uses.length > 0
          ? `${name} may import ${uses.join(', ')} and platform.`
          : `${name} may import platform only.`,
        { path: `${MODULES}/${name}/`, pathNot: ENTITY },
        { path: `${MODULES}/`, pathNot: `${MODULES}/(${[name, ...uses].join('|')})/` },
      ),
    ),
    rule(
      'module-order-unlisted',
      'A new module must be added to the order before it may import another.',
      { path: `${MODULES}/([^/]+)/`, pathNot: `${MODULES}/(${Object.keys(allowedImports).join('|')})/` },
      { path: `${MODULES}/`, pathNot: `${MODULES}/$1/` },
    ),
    rule(
      'platform-imports-no-module',
      'Modules depend on platform, never the reverse.',
      { path: '^backend/src/platform/' },
      { path: '^backend/src/', pathNot: '^backend/src/platform/' },
    ),
    ...platformFolders.map((folder, index) =>
      rule(
        `platform-order-${folder}`,
        'Folders of platform import lower folders only.',
        { path: `${PLATFORM}/${folder}/` },
        { path: `${PLATFORM}/(${platformFolders.slice(index + 1).join('|') || '$^'})/` },
      ),
    ),
    rule(
      'platform-order-unlisted',
      'A new folder must be added to the order before others may import it.',
      { path: `${PLATFORM}/` },
      { path: `${PLATFORM}/([^/]+)/`, pathNot: `${PLATFORM}/(${platformFolders.join('|')})/` },
    ),
    rule(
      'platform-files-are-lowest',
      'Files beside the folders are used by all of them. Only the composition imports folders.',
      { path: `${PLATFORM}/[^/]+$`, pathNot: [SPECS, `${PLATFORM}/(entities|platform\\.module)\\.ts$`] },
      { path: `${PLATFORM}/[^/]+/` },
    ),
    ...Object.entries(slices).flatMap(([module, names]) => [
      ...names.map((slice, index) =>
        rule(
          `${module}-slice-order-${slice}`,
          `Slices of ${module} import lower slices only. Entities may reference any other, as foreign keys do.`,
          { path: sliceFolder(module, slice), pathNot: [MODULE_ENTRY, ENTITY] },
          {
            path: `${MODULES}/${module}/`,
            pathNot: names.slice(0, index + 1).map((lower) => sliceFolder(module, lower)),
          },
        ),
      ),
      rule(
        `${module}-slice-unlisted`,
        'A new slice must be added to the order before it may import another.',
        {
          path: `${MODULES}/${module}/([^/]+)/`,
          pathNot: names.map((slice) => sliceFolder(module, slice)),
        },
        { path: `${MODULES}/${module}/`, pathNot: `${MODULES}/${module}/$1/` },
      ),
    ]),
    rule(
      'domain-is-pure',
      'Domain code has no dependencies, so that it can be tested on its own.',
      { path: DOMAIN, pathNot: [SPECS, ...HTTP] },
      {
        pathNot: [
          ...DOMAIN,
          '^(crypto|stream|zlib)$',
          '^backend/src/platform/domain-error\\.ts$',
          '^backend/src/platform/outbox/event-type\\.ts$',
          '^shared/(src|dist)/',
        ],
      },
    ),
    rule(
      'orm-only-in-persistence',
      'Only entities, repositories and queries know MikroORM; use cases work with their results.',
      {
        path: '^backend/src/',
        pathNot: [
          SPECS,
          '\\.(entity|repository|queries|module)\\.ts$',
          '/entities\\.ts$',
          '^backend/src/platform/database/',
          '^backend/src/bootstrap/migrate\\.ts$',
        ],
      },
      { path: 'node_modules/@mikro-orm/' },
    ),
    rule(
      'application-imports-no-http',
      'Use cases do not depend on the transport.',
      {
        path: `${MODULES}/`,
        pathNot: [SPECS, ...HTTP, '\\.module\\.ts$', '/index\\.ts$', `${MODULES}/health/`],
      },
      { path: [...HTTP, 'node_modules/(@types/)?express'] },
    ),
    rule(
      'http-imports-no-persistence',
      'Routes access the database through use cases only.',
      { path: HTTP },
      {
        path: PERSISTENCE,
      },
    ),
    rule(
      'persistence-is-independent',
      'Repositories depend on entities and domain types only.',
      { path: PERSISTENCE },
      {
        path: `${MODULES}/`,
        pathNot: [
          ...PERSISTENCE,
          ...DOMAIN,
          `${MODULES}/[^/]+/index\\.ts$`,
          `${AUTH}/pkce/code-challenge\\.ts$`,
        ],
      },
    ),
    rule(
      'adapters-are-leaves',
      'An adapter translates between a vendor and a port; decisions belong in use cases.',
      { path: `${MODULES}/billing/stripe/`, pathNot: SPECS },
      { path: `${MODULES}/billing/`, pathNot: [`${MODULES}/billing/stripe/`, ...DOMAIN] },
    ),
    rule(
      'auth-adapters-are-leaves',
      'An adapter depends on its port, not on use cases.',
      { path: [...authAdapters, `${AUTH}/[^/]+/providers/`], pathNot: SPECS },
      { path: [...HTTP, ...PERSISTENCE] },
    ),
    ...vendors.map(({ name, packages, home }) =>
      rule(
        `vendor-${name}`,
        'A vendor is imported in one place, so that it can be replaced there.',
        { path: '^backend/src/', pathNot: [home, '^backend/src/[^/]+\\.module\\.ts$'] },
        { path: `node_modules/(@types/)?(${packages})/` },
      ),
    ),

    rule('no-vague-names', "The name of a file or folder says what's in it.", VAGUE_NAMES, {}),
    rule('no-vague-names-imported', "The name of a file or folder says what's in it.", {}, VAGUE_NAMES),

    rule(
      'shared-imports-nothing',
      'Shared code depends on no other package.',
      { path: '^shared/' },
      { path: '^(backend|frontend|sandbox|e2e)/' },
    ),
    rule(
      'frontend-imports-no-backend',
      'They communicate over HTTP.',
      { path: '^frontend/' },
      { path: '^(backend|sandbox|e2e)/' },
    ),
    rule(
      'backend-imports-no-frontend',
      'They communicate over HTTP.',
      { path: '^backend/' },
      { path: '^(frontend|e2e)/' },
    ),
    rule(
      'e2e-is-black-box',
      'Journeys use the product from outside, as customers do.',
      { path: '^e2e/' },
      { path: '^(backend|frontend|sandbox)/' },
    ),
    rule(
      'product-imports-no-sandbox',
      'Emulators are not part of the product.',
      { path: '^(backend/src|frontend/src|shared)/' },
      { path: '^sandbox/' },
    ),
    rule(
      'sandbox-imports-no-product',
      'An emulator that shares our code would share our bugs.',
      { path: '^sandbox/' },
      { path: '^(backend|frontend|e2e)/' },
    ),

    rule(
      'stack-is-lowest',
      'The stack starts the product as processes. Commands, benchmarks and tests use it.',
      { path: '^stack/' },
      { path: '^(scripts|bench|backend|frontend|sandbox|e2e|shared)/' },
    ),
    rule(
      'scripts-import-stack-only',
      'Commands start the product and its tests as processes.',
      { path: '^scripts/' },
      { path: '^(bench|backend|frontend|sandbox|e2e|shared)/' },
    ),
    rule(
      'bench-imports-stack-only',
      'Benchmarks measure the product from outside.',
      { path: '^bench/' },
      { path: '^(scripts|backend|frontend|sandbox|e2e|shared)/' },
    ),
    rule(
      'packages-import-no-commands',
      'Only tests of the backend use the stack, to run from source.',
      { path: '^(shared|backend|frontend|sandbox|e2e)/', pathNot: '^backend/test/support/' },
      { path: '^(scripts|stack|bench)/' },
    ),

    rule(
      'features-are-independent',
      'What two features share belongs in a lower layer.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
    rule(
      'features-below-app',
      'Only the app composes features.',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/app/' },
    ),
    rule(
      'ui-has-no-product-knowledge',
      'UI components have no product knowledge.',
      { path: '^frontend/src/ui/' },
      { path: '^frontend/src/(app|features|content)/' },
    ),
    rule(
      'lib-imports-no-screen',
      'API clients and sessions are independent of screens.',
      { path: '^frontend/src/lib/' },
      { path: '^frontend/src/(app|features|ui|content)/' },
    ),
    rule(
      'content-is-text',
      'Texts depend on no code.',
      { path: '^frontend/src/content/' },
      { path: '^frontend/src/(app|features|ui|lib)/' },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^[^/]+/(dist|coverage)/' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
      conditionNames: ['import', 'require', 'node', 'types', 'default'],
    },
  },
};
