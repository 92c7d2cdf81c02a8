import { useId } from 'react';
import { DEFAULT_SCRIPT_ID, Turnstile } from '@marsidev/react-turnstile';
import type { WidgetProps } from './widget';

/** Cloudflare's widget. It renews an answer that has expired by itself. */
export function Widget({ siteKey, theme, compact, onToken, onError }: WidgetProps) {
  const id = useId();
  const scriptFailed = () => {
    // The library takes a script element for a loaded one: without this a second try would wait for ever.
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
