import type { PlanLimits } from './plans.js';

/** Length of the free trial, which starts when the email is confirmed. */
export const TRIAL_DAYS = 14;

export const FREE_LIMITS: PlanLimits = { users: 1, trackedSubscriptions: 3 };
