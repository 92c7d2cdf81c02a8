import type { AccountRules } from '@subscription-site/shared/brand';
import { siteConfig } from './site-config';

/** What accounts of this installation ask for, and what they offer; the development defaults where nothing is known of it. */
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
