import { eventType } from '../../../platform/outbox/event-type.js';

export interface SmsRequestedPayload {
  userId: string;
  /** Digits, without a plus sign. */
  phone: string;
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  /** Set when `purpose` is `factor`. */
  challengeId?: string;
}

export type FactorKind = 'totp' | 'webauthn' | 'phone';

export interface EmailRequestedPayload {
  userId: string;
  /** Where the browser goes after confirming; already validated. Null for the site itself. */
  redirectTo: string | null;
  /** PKCE flow of the client that will exchange a code for the session; absent when the link itself creates one. */
  flowId?: string;
}

export interface NewSignInPayload {
  userId: string;
  /** For example `Chrome on macOS`; null when unknown. */
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export interface FactorChangePayload {
  userId: string;
  factor: FactorKind;
}

export interface FactorEnrolledPayload extends FactorChangePayload {
  /** Whether the account had another one before. Missing in events of older versions. */
  additional?: boolean;
}

/** A user signed up or requested the email again. Send the confirmation link. */
export const userConfirmationRequested = eventType<EmailRequestedPayload>(
  'user.confirmation_requested',
  'events',
);
/** A password reset was requested. Send the link to the user's address. */
export const userRecoveryRequested = eventType<EmailRequestedPayload>('user.recovery_requested', 'events');
/** A user was invited with the service key. Send the invitation link. */
export const userInvited = eventType<EmailRequestedPayload>('user.invited', 'events');
/** The user was deleted. Their subscription must be canceled and their data erased. */
export const userDeleted = eventType<{
  userId: string;
  /** Normalized and confirmed; null if there was none. Removed from the event once the data has been erased. */
  email?: string | null;
}>('user.deleted', 'events');
/** A sign-in link was requested. Send the link and the code to the user's address. */
export const userMagicLinkRequested = eventType<EmailRequestedPayload>('user.magic_link_requested', 'events');
/** The email address or the name changed, by any means. Copies of them must follow. */
export const userDetailsChanged = eventType<{ userId: string }>('user.details_changed', 'payments');
/** A user asked to change their email address. Send a link to it and another to the current address. */
export const userEmailChangeRequested = eventType<EmailRequestedPayload>(
  'user.email_change_requested',
  'events',
);
/** Both addresses confirmed the change. Notify the former one. */
export const userEmailChanged = eventType<{ userId: string; formerEmail: string }>(
  'user.email_changed',
  'events',
);
/** A signed-in user has to reauthenticate. Send the code. */
export const userReauthenticationRequested = eventType<{ userId: string }>(
  'user.reauthentication_requested',
  'events',
);
/** The password changed. Notify the user. */
export const userPasswordChanged = eventType<{ userId: string }>('user.password_changed', 'events');
/** A user signed in on an unknown device. Notify them. */
export const userSignedInOnNewDevice = eventType<NewSignInPayload>('user.signed_in_on_new_device', 'events');
/** A text message with a code was requested. The code is generated on delivery. */
export const userSmsRequested = eventType<SmsRequestedPayload>('user.sms_requested', 'events');
/** The phone number for signing in was set or changed. Notify the user by email. */
export const userPhoneChanged = eventType<{ userId: string }>('user.phone_changed', 'events');
/** A factor was verified for the first time. Notify the user. */
export const userMfaFactorEnrolled = eventType<FactorEnrolledPayload>('user.mfa_factor_enrolled', 'events');
/** A verified factor was removed. Notify the user. */
export const userMfaFactorUnenrolled = eventType<FactorChangePayload>('user.mfa_factor_unenrolled', 'events');
/** A passkey was registered. Notify the user. */
export const userPasskeyAdded = eventType<{ userId: string }>('user.passkey_added', 'events');
/** A passkey was removed. Notify the user. */
export const userPasskeyRemoved = eventType<{ userId: string }>('user.passkey_removed', 'events');
/** New recovery codes replaced all earlier ones. Notify the user. */
export const userRecoveryCodesGenerated = eventType<{ userId: string }>(
  'user.recovery_codes_generated',
  'events',
);
/** A recovery code was used instead of a factor. Notify the user how many remain. */
export const userRecoveryCodeUsed = eventType<{ userId: string; remaining: number }>(
  'user.recovery_code_used',
  'events',
);
/** The email address was confirmed, by any means. Published once per user. */
export const userConfirmed = eventType<{ userId: string }>('user.confirmed', 'events');
/** The owner of the address does not recognize the account created by a payment. Staff should review it. */
export const userReportedUnrecognized = eventType<{ userId: string }>('user.reported_unrecognized', 'events');
