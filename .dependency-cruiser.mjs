// Allowed dependencies. docs/architecture.md describes the layers; each rule states its reason.
const MODULES = '^backend/src/modules';
const SPECS = '\\.spec\\.tsx?$';

/** The modules whose public API (index.ts) each module may import. A module that is not listed may import none and be imported by none. */
const allowedImports = {
  auth: [],
  health: [],
  stories: [],
  billing: ['auth'],
  subscriptions: ['auth', 'billing'],
  checkout: ['auth', 'billing', 'subscriptions'],
  storage: ['auth', 'subscriptions'],
  notifications: ['auth', 'billing', 'subscriptions', 'checkout', 'storage', 'stories'],
  account: ['auth', 'billing', 'subscriptions', 'checkout', 'storage', 'stories', 'notifications'],
  admin: ['auth', 'billing', 'subscriptions', 'checkout', 'storage', 'stories', 'notifications', 'account'],
};

const AUTH = `${MODULES}/auth`;
const CHECKOUT = `${MODULES}/checkout`;
/** Entities may reference those of any module, as foreign keys do. */
const ENTITY = '\\.entity\\.ts$';

/** The feature slices of checkout, lowest first: each may import those before it. `root` stands for the files beside index.ts. */
const checkoutSlices = [
  'domain',
  'persistence',
  'root',
  'declines',
  'buyers',
  'provisioning',
  'payment',
  'hosted',
  'reviews',
  'refunds',
  'reconciliation',
  'deleted-users',
  'http',
];
/** Composes the slices, or exports them. */
const CHECKOUT_ENTRY = `${CHECKOUT}/(index|entities|checkout\\.module)\\.ts$`;
const checkoutSlice = (slice) => (slice === 'root' ? `${CHECKOUT}/[^/]+$` : `${CHECKOUT}/${slice}/`);

/** The feature slices of auth, lowest first: each may import those before it. */
const authSlices = [
  'core',
  'protocol',
  'webauthn',
  'factors',
  'users',
  'access',
  'sessions',
  'pkce',
  'one-time-tokens',
  'passwords',
  'phone',
  'email-otp',
  'current-user',
  'sign-up',
  'passkeys',
  'mfa',
  'oauth',
  'sso',
  'web3',
  'admin',
  'token',
  'discovery',
  'maintenance',
];

const NOTIFICATIONS = `${MODULES}/notifications`;

/** The feature slices of notifications, lowest first: each may import those before it. */
const notificationsSlices = [
  'templates',
  'core',
  'preview',
  'sending',
  'support',
  'welcome',
  'account-emails',
  'staff-alerts',
  'sms',
];

/** In a slice without layer folders, the file suffix indicates the layer. */
const HTTP = [
  `${MODULES}/[^/]+/http/`,
  `${AUTH}/[^/]+/http/`,
  `${AUTH}/protocol/`,
  `${AUTH}/.+(\\.(controller|guard|strategy|filter|interceptor|middleware)|-documents|-input)\\.ts$`,
  `${NOTIFICATIONS}/[^/]+/[^/]+(\\.controller|-page)\\.ts$`,
];
const slicePersistence = [
  `${AUTH}/[^/]+/persistence/`,
  ...[AUTH, CHECKOUT, NOTIFICATIONS].map((module) => `${module}/.+\\.(repository|queries|entity)\\.ts$`),
];
const PERSISTENCE = [`${MODULES}/[^/]+/persistence/`, ...slicePersistence];
const sliceDomain = [
  `${AUTH}/core/`,
  `${AUTH}/[^/]+/domain/`,
  `${AUTH}/.+(-errors|-rules|-decision|\\.port)\\.ts$`,
  `${NOTIFICATIONS}/[^/]+/domain/`,
];
/** Adapters of auth that have no `providers/` folder. */
const authAdapters = [
  `${AUTH}/access/(signed-access-tokens|signing-keys|verified-token-cache)\\.`,
  `${AUTH}/mfa/otplib-authenticator-codes\\.`,
  `${AUTH}/passwords/(argon2-hasher|breached-password-list|concurrency-limiter|sorted-lines)\\.`,
  `${AUTH}/sessions/bowser-devices\\.`,
  `${AUTH}/sso/(node-saml-client|saml-metadata)\\.`,
  `${AUTH}/web3/wallet-signature-checks\\.`,
  `${AUTH}/webauthn/simple-webauthn\\.`,
];

/** The only folder that may import each vendor's package. */
const vendors = [
  { name: 'payment-provider', packages: 'stripe', home: `${MODULES}/billing/stripe/` },
  { name: 'object-storage', packages: '@aws-sdk', home: `${MODULES}/[^/]+/providers/` },
  { name: 'email-transport', packages: 'nodemailer', home: '^backend/src/platform/email/' },
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
    home: '^backend/src/platform/(queue|outbox|scheduler|metrics)/',
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
    rule(
      'queue-imports-no-outbox',
      'Queues transport jobs; only the outbox knows what a job means.',
      { path: '^backend/src/platform/queue/' },
      { path: '^backend/src/platform/outbox/' },
    ),
    ...authSlices.map((slice, index) =>
      rule(
        `auth-slice-order-${slice}`,
        'Slices of auth import lower slices only; see authSlices. Entities may reference any other entity of auth, as foreign keys do.',
        { path: `${AUTH}/${slice}/`, pathNot: '\\.entity\\.ts$' },
        { path: `${AUTH}/`, pathNot: `${AUTH}/(${authSlices.slice(0, index + 1).join('|')})/` },
      ),
    ),
    rule(
      'auth-slice-unlisted',
      'A new slice must be added to authSlices before it may import another.',
      { path: `${AUTH}/([^/]+)/`, pathNot: `${AUTH}/(${authSlices.join('|')})/` },
      { path: `${AUTH}/`, pathNot: `${AUTH}/$1/` },
    ),
    ...checkoutSlices.map((slice, index) =>
      rule(
        `checkout-slice-order-${slice}`,
        'Slices of checkout import lower slices only; see checkoutSlices.',
        { path: checkoutSlice(slice), pathNot: CHECKOUT_ENTRY },
        { path: `${CHECKOUT}/`, pathNot: checkoutSlices.slice(0, index + 1).map(checkoutSlice) },
      ),
    ),
    rule(
      'checkout-slice-unlisted',
      'A new slice must be added to checkoutSlices before it may import another.',
      { path: `${CHECKOUT}/([^/]+)/`, pathNot: checkoutSlices.map(checkoutSlice) },
      { path: `${CHECKOUT}/`, pathNot: `${CHECKOUT}/$1/` },
    ),
    ...notificationsSlices.map((slice, index) =>
      rule(
        `notifications-slice-order-${slice}`,
        'Slices of notifications import lower slices only; see notificationsSlices.',
        { path: `${NOTIFICATIONS}/${slice}/` },
        {
          path: `${NOTIFICATIONS}/`,
          pathNot: `${NOTIFICATIONS}/(${notificationsSlices.slice(0, index + 1).join('|')})/`,
        },
      ),
    ),
    rule(
      'notifications-slice-unlisted',
      'A new slice must be added to notificationsSlices before it may import another.',
      { path: `${NOTIFICATIONS}/([^/]+)/`, pathNot: `${NOTIFICATIONS}/(${notificationsSlices.join('|')})/` },
      { path: `${NOTIFICATIONS}/`, pathNot: `${NOTIFICATIONS}/$1/` },
    ),
    rule(
      'domain-is-pure',
      'Domain code has no dependencies, so that it can be tested on its own.',
      { path: `${MODULES}/([^/]+)/domain/`, pathNot: SPECS },
      {
        pathNot: [
          `${MODULES}/$1/domain/`,
          '^backend/src/platform/errors/',
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
      'slice-domain-is-pure',
      'Domain code has no dependencies, so that it can be tested on its own.',
      { path: sliceDomain, pathNot: [SPECS, ...HTTP] },
      {
        pathNot: [
          ...sliceDomain,
          '^crypto$',
          '^backend/src/platform/errors/',
          '^backend/src/platform/outbox/event-type\\.ts$',
          '^shared/(src|dist)/',
        ],
      },
    ),
    rule(
      'application-imports-no-http',
      'Use cases do not depend on the transport.',
      {
        path: [
          `${MODULES}/[^/]+/(application|persistence|handlers)/`,
          `${AUTH}/[^/]+/`,
          `${CHECKOUT}/`,
          `${NOTIFICATIONS}/[^/]+/`,
        ],
        pathNot: [...HTTP, '\\.module\\.ts$'],
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
      'persistence-imports-no-upper-layer',
      'Repositories depend on domain types only.',
      { path: `${MODULES}/([^/]+)/persistence/`, pathNot: SPECS },
      { path: `${MODULES}/$1/(application|http|handlers|providers|stripe)/` },
    ),
    rule(
      'slice-persistence-is-independent',
      'Repositories depend on entities and domain types only.',
      { path: slicePersistence },
      {
        path: [`${AUTH}/`, `${NOTIFICATIONS}/`],
        pathNot: [...PERSISTENCE, ...sliceDomain, `${AUTH}/index\\.ts$`, `${AUTH}/pkce/code-challenge\\.ts$`],
      },
    ),
    rule(
      'adapters-are-leaves',
      'An adapter translates between a vendor and a port; decisions belong in use cases.',
      { path: `${MODULES}/([^/]+)/(providers|stripe)/`, pathNot: SPECS },
      { path: `${MODULES}/$1/(application|http|handlers|persistence)/` },
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
