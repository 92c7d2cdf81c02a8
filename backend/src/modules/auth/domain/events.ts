import { eventType } from '../../../platform/outbox/event-type.js';

export interface MailWanted {
  accountId: string;
  /** Where the link leads after the press, already judged; null for the site itself. */
  redirectTo: string | null;
  /** Of the client that will trade a code for the session; absent where the link itself opens one. */
  flowId?: string;
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
/** The address was proven, whichever way. Once for each account. */
export const accountConfirmed = eventType<{ accountId: string }>('account.confirmed', 'events');
/** The owner of the mailbox says that the account, made by a payment, is not his: staff should look at it. */
export const accountDisowned = eventType<{ accountId: string }>('account.disowned', 'events');
