import { everyCaller } from './storage-matrix/every-caller.js';
import { everyToken } from './storage-matrix/every-token.js';
import { MatrixFixture } from './storage-matrix/matrix-fixture.js';

/** Who may do what, for each combination of route, bucket, caller and token; and that nothing else leaks. */
describe('every storage route', () => {
  const fixture = new MatrixFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());

  describe('for every caller', () => void everyCaller(fixture));
  // Last, because it advances the clock.
  describe('for every token of a signed URL', () => void everyToken(fixture));
});
