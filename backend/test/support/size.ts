/** True in `npm run test:faults`: suites run at the size that the product promises. `npm test` runs them at a reduced size. */
export const fullSize = process.env.TEST_SIZE === 'full';
