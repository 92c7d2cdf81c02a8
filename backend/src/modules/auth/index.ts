/**
 * Accounts, their passwords, sessions and one-time links, in the wire protocol that people's client libraries speak already.
 *
 * It alone knows who is calling: its guard stands before every route of the product. It promises that an address has one
 * account, that no one keeps a way into an account whose mailbox another person proves, and that a session ends everywhere at
 * once. It sends no email: it tells of what is wanted by its events. It knows nothing of plans and money and listens to no one.
 */
export { AuthModule } from './auth.module.js';
export { AuthHandlersModule } from './handlers/auth-handlers.module.js';
export { InactiveAnonymousUsers } from './application/users/inactive-anonymous-users.js';
export { Users, type NewPaidUser } from './application/users/users.js';
export type { UserSummary, StaffRole } from './application/users/user-summary.js';
export {
  EnsureFirstAdministrator,
  type FirstAdministrator,
} from './application/users/ensure-first-administrator.js';
export { OneTimeLinks, type LinkPurpose, type LinkRequest } from './application/links/one-time-links.js';
export { SmsCodes } from './application/phones/sms-codes.js';
export { Passwords } from './application/passwords/passwords.js';
export { WeakPasswordError, type WeaknessReason } from './domain/auth-errors.js';
export { isEmailAddress, normalizeEmail } from './domain/email-address.js';
export {
  userConfirmationRequested,
  userConfirmed,
  userDeleted,
  userReportedUnrecognized,
  userEmailChanged,
  userEmailChangeRequested,
  userInvited,
  userMfaFactorEnrolled,
  userMfaFactorUnenrolled,
  userPasskeyAdded,
  userPasskeyRemoved,
  userPasswordChanged,
  userReauthenticationRequested,
  userPhoneChanged,
  userRecoveryCodesGenerated,
  userRecoveryCodeUsed,
  userRecoveryRequested,
  userSignedInOnNewDevice,
  userMagicLinkRequested,
  userSmsRequested,
  type FactorChangePayload,
  type FactorKind,
  type EmailRequestedPayload,
  type NewSignInPayload,
  type SmsRequestedPayload,
} from './domain/events.js';
export { AUTH_FORM_PATHS } from './http/wire/wire-routes.js';
export { parsePersonName } from './domain/person-name.js';
export { authEntities } from './persistence/entities.js';
