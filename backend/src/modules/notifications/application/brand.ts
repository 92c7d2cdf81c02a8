import type { Settings } from '../../../platform/config/settings.js';
import type { Brand } from '../domain/templates/template.js';

const brands = new WeakMap<Settings, Brand>();

/** The facts of the installation that emails mention; the same object for the same settings. */
export function brandOf(settings: Settings): Brand {
  let brand = brands.get(settings);
  if (!brand) {
    const { productName, siteUrl, appUrl, supportEmail } = settings;
    brand = { productName, siteUrl, appUrl, supportEmail };
    brands.set(settings, brand);
  }
  return brand;
}
