import { useLocation, useSearchParams } from 'react-router-dom';
import { parseReturnPath } from '@subscription-site/shared/paths';

/** Navigation state other pages may pass to the sign-in page. */
export interface AuthParams {
  fromFreeTrial?: boolean;
  /** Already typed on the previous page. */
  email?: string;
  /** Path to open after sign-in. */
  returnTo?: string;
}

/** Reads how the visitor reached the sign-in page and where to go afterward. */
export function useAuthParams(): AuthParams {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const passed = (state ?? {}) as AuthParams;
  return {
    fromFreeTrial: Boolean(passed.fromFreeTrial) || query.get('from') === 'free-trial',
    email: passed.email ?? '',
    returnTo: parseReturnPath(query.get('next')) ?? passed.returnTo,
  };
}
