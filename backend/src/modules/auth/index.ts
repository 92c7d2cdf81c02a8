/**
 * Users, passwords, sessions and one-time links, over the wire protocol of Supabase Auth so that its client libraries work unmodified.
 *
 * Authenticates every caller: its guard is registered for all routes. Guarantees that an email address belongs to one user, that
 * earlier credentials are revoked when someone else confirms the address, and that revoking a session takes effect immediately.
 * Sends no email itself but publishes events. Has no knowledge of plans or payments and subscribes to no events.
 */
export { AuthModule } from './auth.module.js';
export { AuthHandlersModule } from './handlers/auth-handlers.module.js';
export { InactiveAnonymousUsers } from './application/users/inactive-anonymous-users.js';
export { Users } from './application/users/users.js';
export type { UserSummary } from './application/users/user-summary.js';
export { EnsureFirstAdministrator } from './application/users/ensure-first-administrator.js';
export { OneTimeLinks, type LinkPurpose } from './application/links/one-time-links.js';
export { SmsCodes } from './application/phones/sms-codes.js';
export { Passwords } from './application/passwords/passwords.js';
export { WeakPasswordError } from './domain/auth-errors.js';
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
  type EmailRequestedPayload,
  type NewSignInPayload,
  type SmsRequestedPayload,
} from './domain/events.js';
export { AUTH_FORM_PATHS } from './http/wire/wire-routes.js';
export { parsePersonName } from './domain/person-name.js';
export { authEntities } from './persistence/entities.js';
