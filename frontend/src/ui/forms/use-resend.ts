import { useState } from 'react';
import { accountRules } from '../../lib/config/account-rules';
import { useCooldown } from '../../lib/use-cooldown';
import { useSubmit, type FormError } from './use-submit';

/**
 * Sends something that can be resent after a cooldown. The cooldown is the installation's setting, or what
 * the server asks for after a request that came too early.
 */
export function useResend(initialSeconds = 0) {
  const { busy, formError, run } = useSubmit();
  const { secondsLeft, start } = useCooldown(initialSeconds);
  const [sent, setSent] = useState(false);

  /** The action returns its error, or undefined on success. */
  const send = async (action: () => Promise<FormError | undefined>): Promise<boolean> => {
    let cooldown = 0;
    const done = await run(async () => {
      const error = await action();
      cooldown = error ? (error.retryAfterSeconds ?? 0) : accountRules().sendIntervalSeconds;
      return error;
    });
    if (cooldown > 0) start(cooldown);
    if (done) setSent(true);
    return done;
  };

  return { busy, formError, secondsLeft, sent, send };
}

/** Seconds left of the cooldown after `sentAt`. */
export function cooldownSince(sentAt: string | undefined): number {
  if (!sentAt) return 0;
  const interval = accountRules().sendIntervalSeconds;
  const passed = (Date.now() - new Date(sentAt).getTime()) / 1000;
  return Math.min(interval, Math.max(0, Math.ceil(interval - passed)));
}
