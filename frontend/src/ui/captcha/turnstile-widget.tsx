import { useId } from 'react';
import { DEFAULT_SCRIPT_ID, Turnstile } from '@marsidev/react-turnstile';
import type { WidgetProps } from './widget';

/** The Cloudflare widget. It refreshes expired tokens automatically. */
export function Widget({ siteKey, theme, compact, onToken, onError }: WidgetProps) {
  const id = useId();
  const scriptFailed = () => {
    // The library treats an existing script element as loaded and would wait forever on retry.
    document.getElementById(DEFAULT_SCRIPT_ID)?.remove();
    onError();
  };
  return (
    <Turnstile
      id={id}
      siteKey={siteKey}
      options={{ theme, size: compact ? 'compact' : 'flexible', language: 'en', responseField: false }}
      scriptOptions={{ onError: scriptFailed }}
      onSuccess={onToken}
      onExpire={() => onToken(undefined)}
      onTimeout={() => onToken(undefined)}
      onError={onError}
      onUnsupported={onError}
    />
  );
}
