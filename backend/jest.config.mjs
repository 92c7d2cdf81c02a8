const shared = { testRunner: '<rootDir>/test/support/run-specs.mjs', transform: {} };

export default {
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/src/**/*.spec.ts'] },
    { ...shared, displayName: 'integration', testMatch: ['<rootDir>/test/integration/**/*.spec.ts'] },
    { ...shared, displayName: 'timed', testMatch: ['<rootDir>/test/timed/**/*.spec.ts'] },
    { ...shared, displayName: 'faults', testMatch: ['<rootDir>/test/faults/*.spec.ts'] },
    { ...shared, displayName: 'timed-faults', testMatch: ['<rootDir>/test/faults/timed/*.spec.ts'] },
    { ...shared, displayName: 'api', testMatch: ['<rootDir>/test/api/**/*.spec.ts'] },
  ],
  testTimeout: 240_000,
  // How long the shared fixtures of a worker may take to stop.
  workerGracefulExitTimeout: 10_000,
};
