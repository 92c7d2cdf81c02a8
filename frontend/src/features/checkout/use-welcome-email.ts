import { useEffect, useState } from 'react';
import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { isApiError } from '../../lib/api/api-error';
import { logError } from '../../lib/log';
import { useAuth } from '../../lib/session/auth-context';
import { fetchWelcomeEmail } from './api/welcome-email';

const POLL_MS = 3_000;

/** The signed-in buyer's welcome email, polled until it is sent or has failed. Undefined while unknown. */
export function useWelcomeEmail() {
  const { user } = useAuth();
  const userId = user?.id;
  const [status, setStatus] = useState<WelcomeEmailStatus>();
  const isFinal = status !== undefined && status.delivery !== 'pending';
  useEffect(() => {
    if (!userId || isFinal) return undefined;
    let timer: number | undefined;
    let current = true;
    const poll = async () => {
      try {
        const latest = await fetchWelcomeEmail();
        if (current) setStatus(latest);
      } catch (error) {
        // The session may have been ended on another device.
        if (isApiError(error, 'unauthorized')) return;
        logError('welcome email', error);
      }
      if (current) timer = window.setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [userId, isFinal]);
  return { status: userId ? status : undefined, setStatus };
}
