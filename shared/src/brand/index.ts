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
/** Facts about this installation that the site needs before it can show a page; served with the page. */
export interface SiteConfig {
  productName: string;
  appUrl: string;
  supportEmail: string;
  /** Who runs the site, as it stands in a sentence, and where mail by post reaches them; see {@link companyWords}. */
  company: string;
  companyAddress: string;
  /** Absent where no captcha is configured; where there is one, the forms it guards show it. */
  captcha?: CaptchaConfig;
  /** Absent where the prices could not be read when the process began. */
  planPrices?: PlanPrices;
  /** Script of an analytics service, loaded only after consent; absent where none is configured. */
  analyticsUrl?: string;
}
/** Global under which the page finds its {@link SiteConfig}, as JSON in a script element with this id. */
export const SITE_CONFIG_ELEMENT_ID = 'site-config';
