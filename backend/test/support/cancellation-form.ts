import type { CancellationSubmissionList, ManagedCancellation } from '@subscription-site/shared/contracts';
import type { PaymentFixture } from './payment-fixture.js';
import { callApi } from './call-api.js';
import { soon } from './subscribers.js';
import { createUser } from './users.js';

export interface Submitted {
  reference: string;
  receivedAt: string;
}

/** Canceling and withdrawing without signing in, each call from another IP address, and what staff see of it. */
export function cancellationForm(product: () => PaymentFixture) {
  let callers = 0;
  const call = (name: string, body: object, headers: Record<string, string> = {}) =>
    product().callFunction(name, body, { 'X-Forwarded-For': `203.0.113.${(callers += 1)}`, ...headers });
  const submit = async (email: string, fields: object = {}): Promise<Submitted> => {
    const body = { kind: 'cancel', name: 'Ada', email, ...fields };
    const response = await call('submit-cancellation', body);
    expect(response.status).toBe(202);
    return response.body as unknown as Submitted;
  };
  const receipt = (email: string, reference: string) =>
    soon(product(), async () => {
      const found = (await product().emailsTo(email)).filter(({ text }) => text.includes(reference));
      expect(found).toHaveLength(1);
      return found[0]!;
    });
  /** What the link in the receipt carries. */
  const linkIn = (text: string) => {
    const url = new URL(/\S+\/cancel\/manage\?\S+/.exec(text)![0]);
    return { reference: url.searchParams.get('reference')!, token: url.searchParams.get('token')! };
  };
  const manage = async (link: object, action: string) =>
    (await call('manage-cancellation', { ...link, action })).body as unknown as ManagedCancellation;
  const search = async (query: string) => {
    const { headers } = await createUser(product(), { role: 'support' });
    const path = `admin/v1/cancellation-submissions?${query}`;
    return (await callApi<CancellationSubmissionList>(product(), headers, 'GET', path)).body.items;
  };
  return { call, submit, receipt, linkIn, manage, search };
}
