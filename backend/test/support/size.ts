/** True in `npm run test:faults`, which runs the suites at full size. `npm test` runs them at a reduced size. */
export const fullSize = process.env.TEST_SIZE === 'full';
