/**
 * Users, passwords, sessions and one-time links, over the wire protocol of Supabase Auth so that its client libraries work unmodified.
 *
 * Authenticates every caller: its guard is registered for all routes. Guarantees that an email address belongs to one user, that
 * earlier credentials are revoked when someone else confirms the address, and that revoking a session takes effect immediately.
 * Sends no email itself but publishes events. Has no knowledge of plans or payments and subscribes to no events.
 */
export { AuthHandlersModule, AuthModule } from './auth.module.js';
export { InactiveAnonymousUsers } from './users/inactive-anonymous-users.js';
export { TokenHolders, type TokenHolder } from './access/token-holders.js';
export { bearerToken } from './access/http/bearer.strategy.js';
export { SkipAccessGuard } from './protocol/auth-routes.js';
export { AccountDeletions } from './users/account-deletions.js';
export { Users } from './users/users.js';
export type { UserSummary } from './users/user-summary.js';
export { ConfirmOwner } from './current-user/confirm-owner.js';
export { DeleteUser } from './admin/delete-user.js';
export { ViewSignIn } from './admin/view-sign-in.js';
export { Sessions } from './sessions/sessions.js';
export { EnsureFirstAdministrator } from './admin/ensure-first-administrator.js';
export { CorrectPaidEmail } from './email-otp/correct-paid-email.js';
export { ReplaceCustomerEmail } from './email-otp/replace-customer-email.js';
export { OneTimeLinks, type LinkPurpose } from './one-time-tokens/one-time-links.js';
export { SmsCodes } from './phone/sms-codes.js';
export { Passwords } from './passwords/passwords.js';
export { WeakPasswordError } from './core/auth-errors.js';
export { isEmailAddress, normalizeEmail } from './core/email-and-phone.js';
export {
  userConfirmationRequested,
  userConfirmed,
  userDeleted,
  userDetailsChanged,
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
  type FactorEnrolledPayload,
  type EmailRequestedPayload,
  type NewSignInPayload,
  type SmsRequestedPayload,
} from './core/events.js';
export { AUTH_FORM_PATHS } from './protocol/auth-routes.js';
export { parsePersonName } from './core/user-metadata.js';
export { authEntities } from './entities.js';
export { authTables } from './personal-data.js';
