import HCaptcha from '@hcaptcha/react-hcaptcha';
import type { WidgetProps } from './widget';

/** Errors after which the widget can be used again. */
const RETRYABLE_ERRORS = new Set(['challenge-closed', 'challenge-expired', 'missing-captcha']);

/** The hCaptcha widget, without the library's error reporting. */
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
