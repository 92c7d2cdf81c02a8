/**
 * Accounts, their passwords, sessions and one-time links, in the wire protocol that people's client libraries speak already.
 *
 * It alone knows who is calling: its guard stands before every route of the product. It promises that an address has one
 * account, that nobody keeps a way into an account whose mailbox another person proves, and that a session ends everywhere at
 * once. It sends no mail: it tells of what is wanted by its events. It knows nothing of plans and money and listens to nobody.
 */
export { AuthModule } from './auth.module.js';
export { AuthHandlersModule } from './handlers/auth-handlers.module.js';
export { AbandonedAccounts } from './application/accounts/abandoned-accounts.js';
export { Accounts, type PaidAccount } from './application/accounts/accounts.js';
export type { Account, StaffRole } from './application/accounts/account-view.js';
export {
  EnsureFirstAdministrator,
  type FirstAdministrator,
} from './application/accounts/ensure-first-administrator.js';
export { OneTimeLinks, type LinkPurpose, type LinkRequest } from './application/links/one-time-links.js';
export { SmsCodes } from './application/phones/sms-codes.js';
export { Passwords } from './application/passwords/passwords.js';
export { WeakPasswordError, type WeaknessReason } from './domain/auth-errors.js';
export { isEmailAddress, normaliseEmail } from './domain/email-address.js';
export {
  accountConfirmationRequested,
  accountConfirmed,
  accountDeleted,
  accountDisowned,
  accountEmailChanged,
  accountEmailChangeRequested,
  accountInvited,
  accountFactorAdded,
  accountFactorRemoved,
  accountPasskeyAdded,
  accountPasskeyRemoved,
  accountPasswordChanged,
  accountReauthenticationRequested,
  accountPhoneChanged,
  accountRecoveryCodesMade,
  accountRecoveryCodeUsed,
  accountRecoveryRequested,
  accountSignedInElsewhere,
  accountSignInRequested,
  accountSmsRequested,
  type FactorChange,
  type FactorKind,
  type MailWanted,
  type SignInElsewhere,
  type SmsWanted,
} from './domain/events.js';
export { AUTH_FORM_PATHS } from './http/wire/wire-routes.js';
export { parsePersonName } from './domain/person-name.js';
export { authEntities } from './persistence/entities.js';
