import { useEffect, useState } from 'react';
import type { WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { logError } from '../../lib/log';
import { useAuth } from '../../lib/session/auth-context';
import { fetchWelcomeEmail } from './api/welcome-email';

const POLL_MS = 3_000;

/** The signed-in buyer's welcome email, polled until it is delivered or failed. Undefined while unknown. */
export function useWelcomeEmail() {
  const { user } = useAuth();
  const userId = user?.id;
  const [status, setStatus] = useState<WelcomeEmailStatus>();
  const settled = status !== undefined && status.delivery !== 'pending';
  useEffect(() => {
    if (!userId || settled) return undefined;
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
  }, [userId, settled]);
  return { status: userId ? status : undefined, setStatus };
}
