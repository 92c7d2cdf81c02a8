import { useCallback, useMemo, useRef, useState } from 'react';
import type { CaptchaConfig } from '@subscription-site/shared/brand';
import { siteConfig } from './config/site-config';

/**
 * Captcha state of one form. Call `validate` before submitting and `takeToken` with the request, and render
 * `<Captcha>`. Does nothing when no captcha is configured.
 */
export interface CaptchaState {
  /** Undefined when no captcha is configured. */
  readonly config: CaptchaConfig | undefined;
  /** Error message while the captcha is unsolved. */
  validate(): string | undefined;
  /** The token for one request. Tokens work once, so the captcha restarts. */
  takeToken(): string | undefined;
  /** For the widget only. */
  readonly attempt: number;
  readonly solved: boolean;
  setToken(token: string | undefined): void;
}

const REQUIRED = 'Complete the captcha first.';

export function useCaptcha(): CaptchaState {
  const { captcha: config } = siteConfig();
  const token = useRef<string>(undefined);
  const [state, setState] = useState({ attempt: 1, solved: false });

  const validate = useCallback(() => (config && !token.current ? REQUIRED : undefined), [config]);
  const setToken = useCallback((given: string | undefined) => {
    token.current = given;
    setState(({ attempt }) => ({ attempt, solved: given !== undefined }));
  }, []);
  const takeToken = useCallback(() => {
    const taken = token.current;
    token.current = undefined;
    if (taken !== undefined) setState(({ attempt }) => ({ attempt: attempt + 1, solved: false }));
    return taken;
  }, []);

  return useMemo(
    () => ({ config, validate, takeToken, setToken, ...state }),
    [config, validate, takeToken, setToken, state],
  );
}
