import type { PlanPrices } from '../contracts/index.js';

/** The name the specification's texts use while no `PRODUCT_NAME` is set. */
export const DEFAULT_PRODUCT_NAME = 'the product';
export const DEFAULT_SUPPORT_EMAIL = 'support@example.com';
/** Version of the terms and privacy policy in force; stored with each consent. */
export const TERMS_VERSION = '2026-11-22';
/** How legal texts name the company and where it is reached by post, also where the installation does not say. */
export function companyWords(given: { productName: string; companyName?: string; companyAddress?: string }): {
  company: string;
  companyAddress: string;
} {
  return {
    company: given.companyName ?? `the company that runs ${given.productName}`,
    companyAddress: given.companyAddress ?? 'an address that we give on request',
  };
}

/** Who checks that a person is there, and the public key it knows this site by. */
export interface CaptchaConfig {
  provider: 'turnstile' | 'hcaptcha';
  siteKey: string;
}
/** What may prove, after the first step of signing in, who someone is: a code from an app, one in a text message, a key on a device. */
export type SecondFactor = 'totp' | 'phone' | 'webauthn';
/** What accounts of this installation ask for, and what they offer. */
export interface AccountRules {
  passwordMinLength: number;
  /** Of which characters a password needs at least one each. */
  passwordCharacters: 'none' | 'letters_digits' | 'lower_upper_digits' | 'lower_upper_digits_symbols';
  /** Between two emails, or two text messages, of a kind to one person. */
  sendIntervalSeconds: number;
  secondFactors: readonly SecondFactor[];
  /** The name that keys on devices are bound to. */
  webauthnRpId: string;
}
/** Facts about this installation that the site needs before it can show a page; served with the page. */
export interface SiteConfig {
  productName: string;
  appUrl: string;
  supportEmail: string;
  /** Who runs the site, as it stands in a sentence, and where email by post reaches them; see {@link companyWords}. */
  company: string;
  companyAddress: string;
  /** Absent where a page is drawn before anything is known of the installation. */
  accounts?: AccountRules;
  /** Absent where no captcha is configured; where there is one, the forms it guards show it. */
  captcha?: CaptchaConfig;
  /** Absent where the prices could not be read when the process began. */
  planPrices?: PlanPrices;
  /** Script of an analytics service, loaded only after consent; absent where none is configured. */
  analyticsUrl?: string;
}
/** Global under which the page finds its {@link SiteConfig}, as JSON in a script element with this id. */
export const SITE_CONFIG_ELEMENT_ID = 'site-config';
