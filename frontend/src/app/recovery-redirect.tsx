import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useAuth } from '../lib/session/auth-context';

/** Whoever arrives by a recovery link, on whichever page, is taken once to where a new password is set. */
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
