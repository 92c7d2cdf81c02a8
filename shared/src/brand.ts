import type { PlanPrices } from './contracts.js';

/** Used while `PRODUCT_NAME` is not set. */
export const DEFAULT_PRODUCT_NAME = 'the product';
export const DEFAULT_SUPPORT_EMAIL = 'support@example.com';
/** Version of the current terms and privacy policy; stored with each consent. Changes with their wording (`legal.spec`). */
export const TERMS_VERSION = '2026-11-25';
/** Company name and postal address as legal texts mention them, with fallbacks that fit into a sentence. */
export function companyDetails(settings: {
  productName: string;
  companyName?: string;
  companyAddress?: string;
}): { company: string; companyAddress: string } {
  return {
    company: settings.companyName ?? `the company that runs ${settings.productName}`,
    companyAddress: settings.companyAddress ?? 'an address available on request',
  };
}

/** The captcha provider and this site's public key there. */
export interface CaptchaConfig {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
}
/** An MFA factor: an authenticator app, a code by SMS, or a WebAuthn security key. */
export type SecondFactor = 'totp' | 'phone' | 'webauthn';
/** Account settings of this installation that forms and pages depend on. */
export interface AccountRules {
  passwordMinLength: number;
  /** Character classes of which a password must contain at least one each. */
  passwordCharacters: 'none' | 'letters_digits' | 'lower_upper_digits' | 'lower_upper_digits_symbols';
  /** Minimum time between two emails, or two SMS messages, of the same kind to one person. */
  sendIntervalSeconds: number;
  secondFactors: readonly SecondFactor[];
  /** The WebAuthn relying party ID, which credentials are bound to. */
  webauthnRpId: string;
}
/** Settings of this installation that a page needs to render; embedded in every page. */
export interface SiteConfig {
  productName: string;
  siteUrl: string;
  appUrl: string;
  supportEmail: string;
  /** Company and postal address as legal texts mention them; see {@link companyDetails}. */
  company: string;
  companyAddress: string;
  /** Absent while prerendering, when the installation is not known yet. */
  accounts?: AccountRules;
  /** Absent when no captcha is configured. */
  captcha?: CaptchaConfig;
  /** Absent when the prices could not be read at startup. */
  planPrices?: PlanPrices;
  /** Script of an analytics service, loaded only after consent; absent when none is configured. */
  analyticsUrl?: string;
}
/** Id of the script element that holds the {@link SiteConfig} as JSON. */
export const SITE_CONFIG_ELEMENT_ID = 'site-config';
