import { eventType } from '../../../platform/outbox/event-type.js';

/** A text message with a code that somebody asked for. */
export interface SmsWanted {
  accountId: string;
  /** Digits, without a plus sign. */
  phone: string;
  purpose: 'sms_signup' | 'sms' | 'phone_change' | 'reauthentication' | 'factor';
  channel: 'sms' | 'whatsapp';
  /** Of a second factor. */
  challengeId?: string;
}

/** What may be asked for beside a password. */
export type FactorKind = 'totp' | 'webauthn' | 'phone';

export interface MailWanted {
  accountId: string;
  /** Where the link leads after the press, already judged; null for the site itself. */
  redirectTo: string | null;
  /** Of the client that will trade a code for the session; absent where the link itself opens one. */
  flowId?: string;
}

export interface SignInElsewhere {
  accountId: string;
  /** `Chrome on macOS`; null when it is not known. */
  device: string | null;
  ipAddress: string | null;
  /** RFC 3339. */
  at: string;
}

export interface FactorChange {
  accountId: string;
  factor: FactorKind;
}

/** Someone signed up or asked for the mail again: send the link that proves the address. */
export const accountConfirmationRequested = eventType<MailWanted>('account.confirmation-requested', 'events');
/** Someone asked for a new password: send the link to the account's address. */
export const accountRecoveryRequested = eventType<MailWanted>('account.recovery-requested', 'events');
/** Somebody with the service's key invites the owner of an address: send the link that opens the new account. */
export const accountInvited = eventType<MailWanted>('account.invited', 'events');
/** The account is gone, at its operator's word: what was bought for it has to end. */
export const accountDeleted = eventType<{ accountId: string }>('account.deleted', 'events');
/** Someone wants to sign in without a password: send the link and its code to the account's address. */
export const accountSignInRequested = eventType<MailWanted>('account.sign-in-requested', 'events');
/** Somebody signed in wants another address: send a link to it and one to the present address. */
export const accountEmailChangeRequested = eventType<MailWanted>('account.email-change-requested', 'events');
/** Both mailboxes agreed: tell the former one. */
export const accountEmailChanged = eventType<{ accountId: string; formerAddress: string }>(
  'account.email-changed',
  'events',
);
/** Somebody signed in is to show that he reads the mailbox: send the digits. */
export const accountReauthenticationRequested = eventType<{ accountId: string }>(
  'account.reauthentication-requested',
  'events',
);
/** The password was replaced: tell the owner. */
export const accountPasswordChanged = eventType<{ accountId: string }>('account.password-changed', 'events');
/** Somebody signed in on a device that the account does not know: tell the owner. */
export const accountSignedInElsewhere = eventType<SignInElsewhere>('account.signed-in-elsewhere', 'events');
/** A code is to be sent to a phone: send it, made when it is sent. */
export const accountSmsRequested = eventType<SmsWanted>('account.sms-requested', 'events');
/** The account has a number, or another one, by which it is signed in to: tell the owner's mailbox. */
export const accountPhoneChanged = eventType<{ accountId: string }>('account.phone-changed', 'events');
/** A second factor counts from now on: tell the owner. */
export const accountFactorAdded = eventType<FactorChange>('account.factor-added', 'events');
/** One that counted was taken away: tell the owner. */
export const accountFactorRemoved = eventType<FactorChange>('account.factor-removed', 'events');
/** A passkey opens the account from now on: tell the owner. */
export const accountPasskeyAdded = eventType<{ accountId: string }>('account.passkey-added', 'events');
/** A passkey was taken away: tell the owner. */
export const accountPasskeyRemoved = eventType<{ accountId: string }>('account.passkey-removed', 'events');
/** Ten new recovery codes took the place of all earlier ones: tell the owner. */
export const accountRecoveryCodesMade = eventType<{ accountId: string }>(
  'account.recovery-codes-made',
  'events',
);
/** A recovery code stood in for the second factor: tell the owner how many are left. */
export const accountRecoveryCodeUsed = eventType<{ accountId: string; remaining: number }>(
  'account.recovery-code-used',
  'events',
);
/** The address was proven, whichever way. Once for each account. */
export const accountConfirmed = eventType<{ accountId: string }>('account.confirmed', 'events');
/** The owner of the mailbox says that the account, made by a payment, is not his: staff should look at it. */
export const accountDisowned = eventType<{ accountId: string }>('account.disowned', 'events');
