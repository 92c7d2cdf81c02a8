import {
  companyDetails,
  SITE_CONFIG_ELEMENT_ID,
  DEFAULT_PRODUCT_NAME,
} from '@subscription-site/shared/brand';
import type { Plugin } from 'vite';

/** Inserts the settings of this installation that the API inserts into built pages; the site has defaults for the others. */
export function developmentConfig(env: NodeJS.ProcessEnv): Plugin {
  const company = companyDetails({
    productName: env['PRODUCT_NAME'] || DEFAULT_PRODUCT_NAME,
    companyName: env['COMPANY_NAME'] || undefined,
    companyAddress: env['COMPANY_ADDRESS'] || undefined,
  });
  const config = {
    productName: env['PRODUCT_NAME'] || undefined,
    siteUrl: env['SITE_URL'] || undefined,
    appUrl: env['APP_URL'] || undefined,
    supportEmail: env['SUPPORT_EMAIL'] || undefined,
    ...company,
  };
  return {
    name: 'development-config',
    apply: 'serve',
    transformIndexHtml: () => [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: SITE_CONFIG_ELEMENT_ID },
        children: JSON.stringify(config).replaceAll('<', '\\u003c'),
        injectTo: 'head',
      },
    ],
  };
}
