import { expect } from '@playwright/test';
import { count } from './database.js';
import type { TestUser } from './users.js';
import { getAccessToken } from './users.js';
import { createCustomer, TEAM } from './purchase.js';
import { send } from './http.js';
import { CARDS, injectPaymentFailures, updateSubscription } from './sandbox.js';
import { testEnvironment } from './test-environment.js';

interface Subscription {
  status: string;
  plan: string;
  pastDue: object | null;
  paymentMethod: { id: string; last4: string } | null;
}

/** The user's subscription, as the billing page gets it. */
export async function getSubscription(user: TestUser): Promise<Subscription> {
  const { body } = await send(`${testEnvironment.siteUrl}/api/account/v1/subscription`, {
    method: 'GET',
    token: await getAccessToken(user),
  });
  return body['subscription'] as Subscription;
}

/** A customer whose recurring billing is set up, and whose payment the billing page and the console show. */
export async function createSubscriber(plan = TEAM, card: string = CARDS.valid): Promise<TestUser> {
  const user = await createCustomer(undefined, plan, card);
  await expect.poll(async () => (await getSubscription(user)).paymentMethod?.last4).toBe(card.slice(-4));
  const paid = `select count(*) from invoices join subscriptions using (provider_subscription_id) join users on users.id = user_id
    where email_normalized = $1 and invoices.status = 'paid'`;
  await expect.poll(() => count(paid, [user.email])).toBe(1);
  return user;
}

/** Makes the next payment of a subscriber fail, as an unpaid renewal, without advancing the clock that all journeys share. */
export async function failNextPayment(user: TestUser, code: string): Promise<void> {
  const { paymentMethod } = await getSubscription(user);
  await injectPaymentFailures(`payment-methods/${paymentMethod!.id}/decline`, { code });
  await updateSubscription(user.email, 'team_year');
  await expect.poll(async () => (await getSubscription(user)).pastDue).not.toBeNull();
}
