import { useState } from 'react';
import { accountRules } from '../lib/config/account-rules';
import { useWait } from '../lib/use-wait';
import { useSubmission, type Problem } from './use-submission';

/**
 * Something that is sent, and can be sent once more when some time has passed: as much as this installation leaves between two, or
 * as the service says where it was asked too early. `left` is what remains of it, in seconds.
 */
export function useSending(leftAtFirst = 0) {
  const { busy, problem, run } = useSubmission();
  const { left, begin } = useWait(leftAtFirst);
  const [sent, setSent] = useState(false);

  /** Sends; the act returns its problem, or nothing on success. */
  const send = async (act: () => Promise<Problem | undefined>): Promise<boolean> => {
    let wait = 0;
    const done = await run(async () => {
      const refused = await act();
      wait = refused ? (refused.retryAfterSeconds ?? 0) : accountRules().sendIntervalSeconds;
      return refused;
    });
    if (wait > 0) begin(wait);
    if (done) setSent(true);
    return done;
  };

  return { busy, problem, left, sent, send };
}

/** Seconds that are left of the interval after what was sent then; none where there was nothing. */
export function leftSince(sentAt: string | undefined): number {
  if (!sentAt) return 0;
  const interval = accountRules().sendIntervalSeconds;
  const passed = (Date.now() - new Date(sentAt).getTime()) / 1000;
  return Math.min(interval, Math.max(0, Math.ceil(interval - passed)));
}
