import type { AccountRules } from '@subscription-site/shared/brand';
import { siteConfig } from './site-config';

/** Account settings of this installation; development defaults when missing. */
export function accountRules(): AccountRules {
  return (
    siteConfig().accounts ?? {
      passwordMinLength: 6,
      passwordCharacters: 'none',
      sendIntervalSeconds: 60,
      secondFactors: ['totp'],
      webauthnRpId: window.location.hostname,
    }
  );
}
