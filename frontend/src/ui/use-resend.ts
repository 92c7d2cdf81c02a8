import { useState } from 'react';
import { accountRules } from '../lib/config/account-rules';
import { useCooldown } from '../lib/use-cooldown';
import { useSubmit, type FormError } from './use-submit';

/**
 * Something that is sent, and can be sent once more when some time has passed: as much as this installation leaves between two, or
 * as the service says where it was asked too early. `left` is what remains of it, in seconds.
 */
export function useResend(initialSeconds = 0) {
  const { busy, formError, run } = useSubmit();
  const { secondsLeft, start } = useCooldown(initialSeconds);
  const [sent, setSent] = useState(false);

  /** Sends; the act returns its formError, or nothing on success. */
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

/** Seconds that are left of the interval after what was sent then; none where there was nothing. */
export function cooldownSince(sentAt: string | undefined): number {
  if (!sentAt) return 0;
  const interval = accountRules().sendIntervalSeconds;
  const passed = (Date.now() - new Date(sentAt).getTime()) / 1000;
  return Math.min(interval, Math.max(0, Math.ceil(interval - passed)));
}
