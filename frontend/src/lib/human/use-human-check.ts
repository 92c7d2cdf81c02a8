import { useCallback, useMemo, useRef, useState } from 'react';
import type { CaptchaConfig } from '@subscription-site/shared/brand';
import { siteConfig } from '../config/site-config';

/**
 * One form's check that a person is there, where the installation has one. The form asks `missing` before it sends, `spend`s the
 * answer with the call, and shows the check with `<HumanCheck>`. Without a captcha nothing is ever missing and nothing is spent.
 */
export interface HumanCheck {
  /** Undefined where nothing is asked and nothing shown. */
  readonly config: CaptchaConfig | undefined;
  /** What to tell a visitor who sends the form before the check has its answer; undefined when it may be sent. */
  missing(): string | undefined;
  /** The answer for one call. It is good for one only, so the check begins anew. */
  spend(): string | undefined;
  /** For the widget alone: which turn this is, and what came of it. */
  readonly turn: number;
  readonly answered: boolean;
  answer(token: string | undefined): void;
}

const MISSING = 'Complete the captcha first.';

/** The check of one form. */
export function useHumanCheck(): HumanCheck {
  const { captcha: config } = siteConfig();
  const token = useRef<string>(undefined);
  const [state, setState] = useState({ turn: 1, answered: false });

  const missing = useCallback(() => (config && !token.current ? MISSING : undefined), [config]);
  const answer = useCallback((given: string | undefined) => {
    token.current = given;
    setState(({ turn }) => ({ turn, answered: given !== undefined }));
  }, []);
  const spend = useCallback(() => {
    const spent = token.current;
    token.current = undefined;
    if (spent !== undefined) setState(({ turn }) => ({ turn: turn + 1, answered: false }));
    return spent;
  }, []);

  return useMemo(
    () => ({ config, missing, spend, answer, ...state }),
    [config, missing, spend, answer, state],
  );
}
