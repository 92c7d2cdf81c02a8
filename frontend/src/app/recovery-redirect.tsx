import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';

/** Redirects once to the reset page after a recovery link was used, no matter which page it led to. */
export function RecoveryRedirect() {
  const { recovering } = useAuth();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const redirect = useEffectEvent(() => {
    if (!pathname.startsWith('/auth/')) void navigate('/auth/reset', { replace: true });
  });
  useEffect(() => {
    if (recovering) redirect();
  }, [recovering]);
  return null;
}
