import { Navigate, useLocation } from 'react-router-dom';

/** Sends whoever is signed out to sign in, and back to this page afterwards. */
export function RedirectToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search)}`} replace />;
}
