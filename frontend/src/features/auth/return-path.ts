import { useLocation, useSearchParams } from 'react-router-dom';
import { parseReturnPath } from '@subscription-site/shared/paths';

/** What another page of ours may hand over on the way to signing in. It cannot be put into an address. */
export interface AuthParams {
  fromFreeTrial?: boolean;
  /** Typed already on the page before. */
  email?: string;
  /** Where to go on afterwards. */
  returnTo?: string;
}

/** How the visitor came to the sign-in page and where he wants to go on. */
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
