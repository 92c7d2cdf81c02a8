import { Navigate, useLocation } from 'react-router-dom';

/** Redirects to the sign-in page, which returns to the current page afterward. */
export function RedirectToSignIn() {
  const { pathname, search } = useLocation();
  return <Navigate to={`/auth?next=${encodeURIComponent(pathname + search)}`} replace />;
}
