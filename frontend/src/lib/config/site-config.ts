import {
  DEFAULT_PRODUCT_NAME,
  DEFAULT_SUPPORT_EMAIL,
  companyDetails,
  SITE_CONFIG_ELEMENT_ID,
  type SiteConfig,
} from '@subscription-site/shared/brand';

const DEFAULTS: SiteConfig = {
  productName: DEFAULT_PRODUCT_NAME,
  siteUrl: 'http://localhost:3000',
  appUrl: 'http://localhost:3030',
  supportEmail: DEFAULT_SUPPORT_EMAIL,
  ...companyDetails({ productName: DEFAULT_PRODUCT_NAME }),
};

function readConfig(): SiteConfig {
  const text = document.getElementById(SITE_CONFIG_ELEMENT_ID)?.textContent;
  if (!text) return DEFAULTS;
  try {
    return { ...DEFAULTS, ...(JSON.parse(text) as Partial<SiteConfig>) };
  } catch {
    return DEFAULTS;
  }
}

let config: SiteConfig | undefined;

/** Settings embedded in the page, read once; development defaults when missing. */
export function siteConfig(): SiteConfig {
  config ??= readConfig();
  return config;
}

/** Sets the config for prerendering, which has no document. */
export function setSiteConfig(given: SiteConfig): void {
  config = given;
}
