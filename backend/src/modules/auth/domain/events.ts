import { eventType } from '../../../platform/outbox/event-type.js';

/** A text message with a code that someone asked for. */
export interface SmsRequestedPayload {
  userId: string;
  /** Digits, without a plus sign. */
  phone: string;
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  /** Of a second factor. */
  challengeId?: string;
}

/** What may be asked for beside a password. */
export type FactorKind = 'totp' | 'webauthn' | 'phone';

export interface EmailRequestedPayload {
  userId: string;
  /** Where the link leads after the press, already judged; null for the site itself. */
  redirectTo: string | null;
  /** Of the client that will trade a code for the session; absent where the link itself opens one. */
  flowId?: string;
}

export interface NewSignInPayload {
  userId: string;
  /** `Chrome on macOS`; null when it is not known. */
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export interface FactorChangePayload {
  userId: string;
  factor: FactorKind;
}

/** Someone signed up or asked for the email again: send the link that proves the address. */
export const userConfirmationRequested = eventType<EmailRequestedPayload>(
  'user.confirmation_requested',
  'events',
);
/** Someone asked for a new password: send the link to the account's address. */
export const userRecoveryRequested = eventType<EmailRequestedPayload>('user.recovery_requested', 'events');
/** Someone with the service's key invites the owner of an address: send the link that opens the new account. */
export const userInvited = eventType<EmailRequestedPayload>('user.invited', 'events');
/** The account is gone, at its operator's word: what was bought for it has to end. */
export const userDeleted = eventType<{ userId: string }>('user.deleted', 'events');
/** Someone wants to sign in without a password: send the link and its code to the account's address. */
export const userMagicLinkRequested = eventType<EmailRequestedPayload>('user.magic_link_requested', 'events');
/** Someone signed in wants another address: send a link to it and one to the present address. */
export const userEmailChangeRequested = eventType<EmailRequestedPayload>(
  'user.email_change_requested',
  'events',
);
/** Both mailboxes agreed: tell the former one. */
export const userEmailChanged = eventType<{ userId: string; formerEmail: string }>(
  'user.email_changed',
  'events',
);
/** Someone signed in is to show that he reads the mailbox: send the digits. */
export const userReauthenticationRequested = eventType<{ userId: string }>(
  'user.reauthentication_requested',
  'events',
);
/** The password was replaced: tell the owner. */
export const userPasswordChanged = eventType<{ userId: string }>('user.password_changed', 'events');
/** Someone signed in on a device that the account does not know: tell the owner. */
export const userSignedInOnNewDevice = eventType<NewSignInPayload>('user.signed_in_on_new_device', 'events');
/** A code is to be sent to a phone: send it, made when it is sent. */
export const userSmsRequested = eventType<SmsRequestedPayload>('user.sms_requested', 'events');
/** The account has a number, or another one, by which it is signed in to: tell the owner's mailbox. */
export const userPhoneChanged = eventType<{ userId: string }>('user.phone_changed', 'events');
/** A second factor counts from now on: tell the owner. */
export const userMfaFactorEnrolled = eventType<FactorChangePayload>('user.mfa_factor_enrolled', 'events');
/** One that counted was taken away: tell the owner. */
export const userMfaFactorUnenrolled = eventType<FactorChangePayload>('user.mfa_factor_unenrolled', 'events');
/** A passkey opens the account from now on: tell the owner. */
export const userPasskeyAdded = eventType<{ userId: string }>('user.passkey_added', 'events');
/** A passkey was taken away: tell the owner. */
export const userPasskeyRemoved = eventType<{ userId: string }>('user.passkey_removed', 'events');
/** Ten new recovery codes took the place of all earlier ones: tell the owner. */
export const userRecoveryCodesGenerated = eventType<{ userId: string }>(
  'user.recovery_codes_generated',
  'events',
);
/** A recovery code stood in for the second factor: tell the owner how many are left. */
export const userRecoveryCodeUsed = eventType<{ userId: string; remaining: number }>(
  'user.recovery_code_used',
  'events',
);
/** The address was confirmed, whichever way. Once for each account. */
export const userConfirmed = eventType<{ userId: string }>('user.confirmed', 'events');
/** The owner of the mailbox says that the account, made by a payment, is not his: staff should look at it. */
export const userReportedUnrecognized = eventType<{ userId: string }>('user.reported_unrecognized', 'events');
