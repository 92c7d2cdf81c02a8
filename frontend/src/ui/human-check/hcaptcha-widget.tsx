import HCaptcha from '@hcaptcha/react-hcaptcha';
import type { WidgetProps } from './widget';

/** Faults after which the widget stands there for another try; the others leave nothing to press. */
const HARMLESS = new Set(['challenge-closed', 'challenge-expired', 'missing-captcha']);

/** hCaptcha's widget. The library's own reports of faults to hCaptcha are off: nothing leaves the page but the check itself. */
export function Widget({ siteKey, theme, compact, onAnswer, onFailed }: WidgetProps) {
  const fail = (fault: string) => {
    onAnswer(undefined);
    if (!HARMLESS.has(fault)) onFailed();
  };
  return (
    <HCaptcha
      sitekey={siteKey}
      theme={theme}
      size={compact ? 'compact' : 'normal'}
      languageOverride="en"
      sentry={false}
      onVerify={(token) => onAnswer(token)}
      onExpire={() => onAnswer(undefined)}
      onChalExpired={() => onAnswer(undefined)}
      onError={fail}
    />
  );
}
