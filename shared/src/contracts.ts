/** What the APIs accept and return, by subject. */
export * from './contracts/audit.js';
export * from './contracts/auth.js';
export * from './contracts/billing.js';
export * from './contracts/cancellations.js';
export * from './contracts/checkout.js';
export * from './contracts/customers.js';
export * from './contracts/emails.js';
export * from './contracts/files.js';
export * from './contracts/operations.js';
export * from './contracts/privacy.js';
export * from './contracts/sms.js';
export * from './contracts/stories.js';
export * from './contracts/subscriptions.js';
export * from './contracts/webhooks.js';
