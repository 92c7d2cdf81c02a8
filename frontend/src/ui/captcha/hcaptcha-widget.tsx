import HCaptcha from '@hcaptcha/react-hcaptcha';
import type { WidgetProps } from './widget';

/** Faults after which the widget stands there for another try; the others leave nothing to press. */
const RETRYABLE_ERRORS = new Set(['challenge-closed', 'challenge-expired', 'missing-captcha']);

/** hCaptcha's widget. The library's own reports of faults to hCaptcha are off: nothing leaves the page but the check itself. */
export function Widget({ siteKey, theme, compact, onToken, onError }: WidgetProps) {
  const fail = (code: string) => {
    onToken(undefined);
    if (!RETRYABLE_ERRORS.has(code)) onError();
  };
  return (
    <HCaptcha
      sitekey={siteKey}
      theme={theme}
      size={compact ? 'compact' : 'normal'}
      languageOverride="en"
      sentry={false}
      onVerify={(token) => onToken(token)}
      onExpire={() => onToken(undefined)}
      onChalExpired={() => onToken(undefined)}
      onError={fail}
    />
  );
}
