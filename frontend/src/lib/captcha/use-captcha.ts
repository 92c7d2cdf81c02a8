import { useCallback, useMemo, useRef, useState } from 'react';
import type { CaptchaConfig } from '@subscription-site/shared/brand';
import { siteConfig } from '../config/site-config';

/**
 * One form's check that a person is there, where the installation has one. The form asks `missing` before it sends, `spend`s the
 * answer with the call, and shows the check with `<HumanCheck>`. Without a captcha nothing is ever missing and nothing is spent.
 */
export interface CaptchaState {
  /** Undefined where nothing is asked and nothing shown. */
  readonly config: CaptchaConfig | undefined;
  /** What to tell a visitor who sends the form before the check has its answer; undefined when it may be sent. */
  validate(): string | undefined;
  /** The answer for one call. It is good for one only, so the check begins anew. */
  takeToken(): string | undefined;
  /** For the widget alone: which turn this is, and what came of it. */
  readonly attempt: number;
  readonly solved: boolean;
  setToken(token: string | undefined): void;
}

const REQUIRED = 'Complete the captcha first.';

/** The check of one form. */
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
