import type { EmailTemplate } from '@subscription-site/shared/contracts';
import {
  accountDisowned,
  confirmAddress,
  confirmNewAddress,
  invitation,
  plansNotEnded,
  resetPassword,
  signIn,
} from './account-letters.js';
import { paymentNeedsReview, paymentUnclaimed, recurringSetupFailed, refundFailed } from './alert-letters.js';
import { paymentFailed, refund } from './billing-letters.js';
import {
  factorAdded,
  factorRemoved,
  newSignIn,
  passkeyAdded,
  passkeyRemoved,
  phoneChanged,
  recoveryCodesMade,
  recoveryCodeUsed,
} from './factor-letters.js';
import type { Template } from './letter.js';
import { addressChanged, passwordChanged, reauthentication } from './security-letters.js';
import { storyReceived } from './story-letter.js';
import { welcome } from './welcome.js';

/** How every mail is written. */
export const TEMPLATES = {
  welcome,
  'confirm-address': confirmAddress,
  'reset-password': resetPassword,
  'sign-in': signIn,
  invitation,
  'confirm-new-address': confirmNewAddress,
  'address-changed': addressChanged,
  'password-changed': passwordChanged,
  reauthentication,
  'new-sign-in': newSignIn,
  'factor-added': factorAdded,
  'factor-removed': factorRemoved,
  'passkey-added': passkeyAdded,
  'passkey-removed': passkeyRemoved,
  'phone-changed': phoneChanged,
  'recovery-codes-made': recoveryCodesMade,
  'recovery-code-used': recoveryCodeUsed,
  refund,
  'payment-failed': paymentFailed,
  'account-disowned': accountDisowned,
  'account-deleted': plansNotEnded,
  'payment-needs-review': paymentNeedsReview,
  'payment-unclaimed': paymentUnclaimed,
  'recurring-setup-failed': recurringSetupFailed,
  'refund-failed': refundFailed,
  'story-received': storyReceived,
} satisfies Record<EmailTemplate, Template<never>>;

export type TemplateName = EmailTemplate;
export type ParamsOf<Name extends TemplateName> =
  (typeof TEMPLATES)[Name] extends Template<infer Params> ? Params : never;

/** The template of a stored mail. Throws for one that this version does not know (a newer version wrote it). */
export function templateNamed(name: string): Template<object> {
  const template = (TEMPLATES as Record<string, unknown>)[name];
  if (!template) throw new Error(`There is no template ${name} in this version.`);
  return template as Template<object>;
}
