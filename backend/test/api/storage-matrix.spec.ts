import { listOperations, readDocument } from '../support/openapi.js';
import { everyCaller } from './storage-matrix/every-caller.js';
import { everyToken } from './storage-matrix/every-token.js';
import { MatrixFixture } from './storage-matrix/matrix-fixture.js';

const PATH = '/api/storage/v1';

/** Who may do what, for each combination of route, bucket, caller and token; and that nothing else leaks. */
describe('every storage route', () => {
  const fixture = new MatrixFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());

  describe('for every caller', () => void everyCaller(fixture));
  // Last, because it advances the clock.
  describe('for every token of a signed URL', () => void everyToken(fixture));

  it('is tested, except the one that everyone may call', async () => {
    const operations = listOperations(await readDocument(fixture.product.url)).filter(({ path }) =>
      path.startsWith(PATH),
    );
    const untested = operations.filter(({ method, path }) => {
      const pattern = new RegExp(`^${path.slice(PATH.length).replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
      return !fixture.sent.some((sent) => sent[0] === method.toUpperCase() && pattern.test(sent[1]));
    });
    expect(untested.map(({ method, path }) => `${method} ${path}`)).toEqual([`GET ${PATH}/health`]);
  });
});
