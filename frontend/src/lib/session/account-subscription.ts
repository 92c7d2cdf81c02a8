import type { AccountSubscriptionResponse } from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';

export const SUBSCRIPTION_PATH = `${ACCOUNT_PATH}/subscription`;

/** The signed-in customer's subscription and trial. */
export const fetchAccountSubscription = () =>
  callApi<AccountSubscriptionResponse>(SUBSCRIPTION_PATH, { method: 'GET' });
