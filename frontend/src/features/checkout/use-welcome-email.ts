import { useEffect, useState } from 'react';
import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
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
      const latest = await fetchWelcomeEmail().catch((error: unknown) => logError('welcome email', error));
      if (!current) return;
      if (latest) setStatus(latest);
      timer = window.setTimeout(() => void poll(), POLL_MS);
    };
    void poll();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [userId, isFinal]);
  return { status: userId ? status : undefined, setStatus };
}
