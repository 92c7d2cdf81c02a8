import type { OpenAPIObject } from '@nestjs/swagger';
import { listOperations, flattenSchema, readDocument, type Operation } from '../support/openapi.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';
import { createUser } from '../support/users.js';

const ID = '0190b5a0-0000-7000-8000-000000000000';

describe('the reason that staff give for an action', () => {
  const product = useShared(startTestProduct);
  let document: OpenAPIObject;
  beforeAll(async () => {
    document = await readDocument(product.url);
  });

  const requiresReason = ({ path, body }: Operation) =>
    path.startsWith('/api/admin/') &&
    body !== undefined &&
    flattenSchema(document, body.schema).some(({ required }) => required?.includes('reason'));

  it.each(['', ' ', '\n\t '])('is rejected by every route if it is %j', async (reason) => {
    const { headers } = await createUser(product, { role: 'admin' });
    const routes = listOperations(document).filter(requiresReason);
    expect(routes.length).toBeGreaterThan(5);
    for (const { id, method, path } of routes) {
      const response = await fetch(product.url + path.replaceAll(/\{\w+\}/g, ID), {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reason }),
      });
      const { details } = (await response.json()) as { details?: { fields?: { field: string }[] } };
      const fields = details?.fields?.map(({ field }) => field);
      expect({ id, status: response.status, fields }).toEqual({
        id,
        status: 422,
        fields: expect.arrayContaining(['reason']),
      });
    }
  });
});
