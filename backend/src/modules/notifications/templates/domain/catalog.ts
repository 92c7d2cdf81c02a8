import type { EmailTemplate } from '@subscription-site/shared/contracts';
import {
  unrecognizedAccountAlert,
  confirmEmail,
  confirmEmailChange,
  invitation,
  cancellationFailedAlert,
  resetPassword,
  signIn,
} from './account-templates.js';
import {
  paymentNeedsReview,
  paymentUnclaimed,
  recurringSetupFailed,
  refundFailed,
} from './alert-templates.js';
import { refund } from './billing-templates.js';
import {
  cancellationNeedsReview,
  cancellationReceived,
  withdrawalReminder,
  withdrawalUnconfirmed,
} from './cancellation-templates.js';
import { accessUnconfirmed, paymentDisputed } from './dispute-templates.js';
import {
  mfaFactorEnrolled,
  mfaFactorUnenrolled,
  newSignIn,
  passkeyAdded,
  passkeyRemoved,
  phoneChanged,
  recoveryCodesGenerated,
  recoveryCodeUsed,
} from './mfa-templates.js';
import {
  planChanged,
  planChangeFailed,
  planChangeScheduled,
  planChangeUndone,
  refundSent,
  subscriptionCanceled,
  subscriptionResumed,
} from './plan-change-templates.js';
import {
  accountDeleted,
  dataPurgeUpcoming,
  deletionScheduled,
  deletionUndone,
  exportReady,
} from './privacy-templates.js';
import { planRequestFailed } from './plan-request-templates.js';
import { cardExpiring, renewalReminder, trialEnded, trialEnding } from './reminder-templates.js';
import { invoiceCorrected } from './document-templates.js';
import { paymentFailed, receipt, subscriptionEnded } from './renewal-templates.js';
import {
  fraudWarning,
  firstInvoiceDiffers,
  invoiceNotIssued,
  subscriptionChangeFailed,
  subscriptionMismatch,
} from './subscription-alert-templates.js';
import type { Template } from './template.js';
import { emailChanged, passwordChanged, reauthentication } from './security-templates.js';
import { storyReceived } from './story-template.js';
import { welcome } from './welcome.js';

/** Every email template, by id. */
export const TEMPLATES = {
  welcome,
  'confirm-email': confirmEmail,
  'reset-password': resetPassword,
  'sign-in': signIn,
  invitation,
  'confirm-email-change': confirmEmailChange,
  'email-changed': emailChanged,
  'password-changed': passwordChanged,
  reauthentication,
  'new-sign-in': newSignIn,
  'mfa-factor-enrolled': mfaFactorEnrolled,
  'mfa-factor-unenrolled': mfaFactorUnenrolled,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'phone-changed': phoneChanged,
  'recovery-codes-generated': recoveryCodesGenerated,
  'recovery-code-used': recoveryCodeUsed,
  refund,
  'payment-failed': paymentFailed,
  'unrecognized-account': unrecognizedAccountAlert,
  'cancellation-failed': cancellationFailedAlert,
  'payment-needs-review': paymentNeedsReview,
  'payment-unclaimed': paymentUnclaimed,
  'recurring-setup-failed': recurringSetupFailed,
  'refund-failed': refundFailed,
  'story-received': storyReceived,
  receipt,
  'subscription-ended': subscriptionEnded,
  'payment-disputed': paymentDisputed,
  'access-unconfirmed': accessUnconfirmed,
  'subscription-mismatch': subscriptionMismatch,
  'fraud-warning': fraudWarning,
  'invoice-not-issued': invoiceNotIssued,
  'first-invoice-differs': firstInvoiceDiffers,
  'subscription-change-failed': subscriptionChangeFailed,
  'subscription-canceled': subscriptionCanceled,
  'subscription-resumed': subscriptionResumed,
  'plan-changed': planChanged,
  'plan-change-scheduled': planChangeScheduled,
  'plan-change-undone': planChangeUndone,
  'plan-change-failed': planChangeFailed,
  'plan-request-failed': planRequestFailed,
  'refund-sent': refundSent,
  'renewal-reminder': renewalReminder,
  'card-expiring': cardExpiring,
  'trial-ending': trialEnding,
  'trial-ended': trialEnded,
  'deletion-scheduled': deletionScheduled,
  'deletion-undone': deletionUndone,
  'account-deleted': accountDeleted,
  'export-ready': exportReady,
  'data-purge-upcoming': dataPurgeUpcoming,
  'invoice-corrected': invoiceCorrected,
  'cancellation-received': cancellationReceived,
  'cancellation-needs-review': cancellationNeedsReview,
  'withdrawal-reminder': withdrawalReminder,
  'withdrawal-unconfirmed': withdrawalUnconfirmed,
} satisfies Record<EmailTemplate, Template<never>>;

export type TemplateName = EmailTemplate;
export type TemplateParams<Name extends TemplateName> =
  (typeof TEMPLATES)[Name] extends Template<infer Params> ? Params : never;

/** The template of a stored email. Throws if it is unknown, because a newer version wrote the email. */
export function templateNamed(name: string): Template<object> {
  const template = (TEMPLATES as Record<string, unknown>)[name];
  if (!template) throw new Error(`unknown email template: ${name}`);
  return template as Template<object>;
}
