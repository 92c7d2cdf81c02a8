import { authTables } from './modules/auth/index.js';
import { billingTables } from './modules/billing/index.js';
import { checkoutTables } from './modules/checkout/index.js';
import { documentsTables } from './modules/documents/index.js';
import { notificationsTables } from './modules/notifications/index.js';
import { privacyTables } from './modules/privacy/index.js';
import { storageTables } from './modules/storage/index.js';
import { storiesTables } from './modules/stories/index.js';
import { subscriptionsTables } from './modules/subscriptions/index.js';
import type { PersonalTable } from './platform/personal-data/personal-table.js';
import { platformTables } from './platform/personal-data/platform-personal-data.js';

/** What happens to every column of the database when a person is erased. */
export const personalTables: readonly PersonalTable[] = [
  ...platformTables,
  ...authTables,
  ...billingTables,
  ...subscriptionsTables,
  ...checkoutTables,
  ...documentsTables,
  ...notificationsTables,
  ...storageTables,
  ...storiesTables,
  ...privacyTables,
];
