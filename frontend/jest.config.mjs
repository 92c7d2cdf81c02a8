/** Component tests in jsdom. Run with `node --experimental-vm-modules`, as the root's test script does. */
export default {
  rootDir: '.',
  testEnvironment: './test/environment.mjs',
  testMatch: ['<rootDir>/test/**/*.spec.ts?(x)', '<rootDir>/src/**/*.spec.ts?(x)'],
  setupFilesAfterEnv: ['./test/setup.ts'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@subscription-site/shared/(.*)$': '<rootDir>/../shared/src/$1.ts',
  },
  testTimeout: 120_000,
  clearMocks: true,
};
