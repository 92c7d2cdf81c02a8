import type { Settings } from '../../../platform/config/settings.js';
import type { Brand } from './domain/template.js';

const brands = new WeakMap<Settings, Brand>();

/** The brand for these settings. Returns the same object each time, so that renderers can cache by identity. */
export function getBrand(settings: Settings): Brand {
  let brand = brands.get(settings);
  if (!brand) {
    const { productName, siteUrl, appUrl, supportEmail } = settings;
    brand = { productName, siteUrl, appUrl, supportEmail };
    brands.set(settings, brand);
  }
  return brand;
}
