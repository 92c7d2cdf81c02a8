// Who may know whom. The tree and its rooms are described in docs/architecture.md; every wall here has its reason as comment.
const MODULES = '^backend/src/modules';
const SPECS = '\\.spec\\.tsx?$';

/** The doors (index.ts) that each module may use. A module not listed here may use none, and none may use it. */
const mayUse = {
  auth: [],
  health: [],
  stories: [],
  billing: ['auth'],
  subscriptions: ['auth', 'billing'],
  storage: ['auth', 'subscriptions'],
  notifications: ['auth', 'billing', 'subscriptions', 'storage', 'stories'],
  account: ['auth', 'billing', 'subscriptions', 'storage', 'stories', 'notifications'],
  admin: ['auth', 'billing', 'subscriptions', 'storage', 'stories', 'notifications', 'account'],
};

const AUTH = `${MODULES}/auth`;

/** The feature slices of auth, lowest first: each may use those before it. */
const authSlices = [
  'core',
  'protocol',
  'webauthn',
  'factors',
  'users',
  'access',
  'sessions',
  'one-time-tokens',
  'pkce',
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
const HTTP = [
  `${MODULES}/[^/]+/http/`,
  `${AUTH}/[^/]+/http/`,
  `${AUTH}/protocol/`,
  `${AUTH}/[^/]+/[^/]+(\\.controller|\\.guard|-documents|-input)\\.ts$`,
];
const PERSISTENCE = [
  `${MODULES}/[^/]+/persistence/`,
  `${AUTH}/[^/]+/persistence/`,
  `${AUTH}/.+\\.(repository|entity)\\.ts$`,
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

/** The one place that sees each vendor's package; everything else speaks to it through that place. */
const vendors = [
  { name: 'payment-provider', packages: 'stripe|@aws-sdk', home: `${MODULES}/[^/]+/providers/` },
  { name: 'mail-transport', packages: 'nodemailer', home: '^backend/src/platform/email/' },
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

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

export default {
  forbidden: [
    wall(
      'no-cycles',
      'Two files that need each other are one file, or hide a third.',
      {},
      { circular: true },
    ),
    wall('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
    wall(
      'no-orphans',
      'A file nobody reaches is dead, or its wiring is missing.',
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
    wall(
      'no-test-code-in-product',
      'What ships must not need what only tests have.',
      { path: '^(backend|frontend|shared|sandbox)/src/', pathNot: SPECS },
      { path: ['^(backend|frontend|sandbox)/test/', SPECS] },
    ),
    wall(
      'no-development-packages-in-product',
      'The production image has no development packages.',
      { path: '^(backend|frontend|shared|sandbox)/src/', pathNot: SPECS },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),

    wall(
      'module-door-only',
      "A module's index.ts is its only door.",
      { path: `${MODULES}/([^/]+)/` },
      { path: `${MODULES}/([^/]+)/`, pathNot: [`${MODULES}/$1/`, `${MODULES}/[^/]+/index\\.ts$`] },
    ),
    wall(
      'composition-uses-doors',
      'Composition roots see modules from outside.',
      { path: '^backend/src/([^/]+\\.ts$|bootstrap/)' },
      { path: `${MODULES}/`, pathNot: `${MODULES}/[^/]+/index\\.ts$` },
    ),
    ...Object.entries(mayUse).map(([name, uses]) =>
      wall(
        `module-order-${name}`,
        uses.length > 0
          ? `${name} stands on ${uses.join(', ')} and platform.`
          : `${name} stands on platform alone.`,
        { path: `${MODULES}/${name}/` },
        { path: `${MODULES}/`, pathNot: `${MODULES}/(${[name, ...uses].join('|')})/` },
      ),
    ),
    wall(
      'module-order-unlisted',
      'A new module takes its place in the order before it may use another.',
      { path: `${MODULES}/([^/]+)/`, pathNot: `${MODULES}/(${Object.keys(mayUse).join('|')})/` },
      { path: `${MODULES}/`, pathNot: `${MODULES}/$1/` },
    ),
    wall(
      'platform-knows-no-module',
      'Platform is the ground that modules stand on.',
      { path: '^backend/src/platform/' },
      { path: '^backend/src/', pathNot: '^backend/src/platform/' },
    ),
    ...authSlices.map((slice, index) =>
      wall(
        `auth-slice-order-${slice}`,
        'Slices of auth use lower slices only; see authSlices.',
        { path: `${AUTH}/${slice}/` },
        { path: `${AUTH}/`, pathNot: `${AUTH}/(${authSlices.slice(0, index + 1).join('|')})/` },
      ),
    ),
    wall(
      'auth-slice-unlisted',
      'A new slice takes its place in authSlices before it may use another.',
      { path: `${AUTH}/([^/]+)/`, pathNot: `${AUTH}/(${authSlices.join('|')})/` },
      { path: `${AUTH}/`, pathNot: `${AUTH}/$1/` },
    ),
    wall(
      'domain-is-pure',
      'Rules that need nothing can be read, tested and trusted alone.',
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
    wall(
      'auth-domain-is-pure',
      'Rules that need nothing can be read, tested and trusted alone.',
      { path: `${AUTH}/[^/]+/domain/`, pathNot: SPECS },
      {
        pathNot: [
          `${AUTH}/[^/]+/domain/`,
          `${AUTH}/core/`,
          '^backend/src/platform/errors/',
          '^shared/(src|dist)/',
        ],
      },
    ),
    wall(
      'application-knows-no-http',
      'A use case is the same whoever asks.',
      {
        path: [`${MODULES}/[^/]+/(application|persistence|handlers)/`, `${AUTH}/[^/]+/`],
        pathNot: [...HTTP, '\\.module\\.ts$'],
      },
      { path: [...HTTP, 'node_modules/(@types/)?express'] },
    ),
    wall(
      'http-knows-no-persistence',
      'A route reaches rows through a use case only.',
      { path: HTTP },
      {
        path: PERSISTENCE,
      },
    ),
    wall(
      'persistence-asks-nobody',
      'Rows know rules, never stories.',
      { path: `${MODULES}/([^/]+)/persistence/`, pathNot: SPECS },
      { path: `${MODULES}/$1/(application|http|handlers|providers)/` },
    ),
    wall(
      'auth-persistence-is-independent',
      'Repositories know entities and domain types, not use cases.',
      { path: `${AUTH}/.+\\.(repository|entity)\\.ts$` },
      {
        path: `${AUTH}/`,
        pathNot: [
          ...PERSISTENCE,
          `${AUTH}/core/`,
          `${AUTH}/[^/]+/domain/`,
          `${AUTH}/.+\\.port\\.ts$`,
          `${AUTH}/pkce/code-challenge\\.ts$`,
        ],
      },
    ),
    wall(
      'providers-are-leaves',
      'An adapter translates; it decides nothing.',
      { path: `${MODULES}/([^/]+)/providers/`, pathNot: SPECS },
      { path: `${MODULES}/$1/(application|http|handlers|persistence)/` },
    ),
    wall(
      'auth-adapters-are-leaves',
      'An adapter depends on its port, not on use cases.',
      { path: [...authAdapters, `${AUTH}/[^/]+/providers/`], pathNot: SPECS },
      { path: [...HTTP, ...PERSISTENCE] },
    ),
    ...vendors.map(({ name, packages, home }) =>
      wall(
        `vendor-${name}`,
        'One place per vendor, so that he can be replaced there.',
        { path: '^backend/src/', pathNot: [home, '^backend/src/[^/]+\\.module\\.ts$'] },
        { path: `node_modules/(@types/)?(${packages})/` },
      ),
    ),

    wall(
      'shared-is-bottom',
      'Shared words know no speaker.',
      { path: '^shared/' },
      { path: '^(backend|frontend|sandbox|e2e)/' },
    ),
    wall(
      'front-knows-no-back',
      'They speak over HTTP.',
      { path: '^frontend/' },
      { path: '^(backend|sandbox|e2e)/' },
    ),
    wall('back-knows-no-front', 'They speak over HTTP.', { path: '^backend/' }, { path: '^(frontend|e2e)/' }),
    wall(
      'e2e-is-black-box',
      'Journeys see what a customer sees.',
      { path: '^e2e/' },
      { path: '^(backend|frontend|sandbox)/' },
    ),
    wall(
      'sandbox-stands-outside',
      'No emulator is ever part of what ships.',
      { path: '^(backend/src|frontend/src|shared)/' },
      { path: '^sandbox/' },
    ),
    wall(
      'sandbox-knows-no-product',
      'A emulator that shares our code shares our mistakes.',
      { path: '^sandbox/' },
      { path: '^(backend|frontend|e2e)/' },
    ),

    wall(
      'features-stand-alone',
      'What two features need belongs below them.',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
    wall(
      'features-below-app',
      'Only the app composes.',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/app/' },
    ),
    wall(
      'ui-is-plain',
      'Parts of the look know no product.',
      { path: '^frontend/src/ui/' },
      { path: '^frontend/src/(app|features|content)/' },
    ),
    wall(
      'lib-knows-no-screen',
      'Clients and sessions serve every screen.',
      { path: '^frontend/src/lib/' },
      { path: '^frontend/src/(app|features|ui|content)/' },
    ),
    wall(
      'content-is-words',
      'Words need no code.',
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
