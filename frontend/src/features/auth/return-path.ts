import { useLocation, useSearchParams } from 'react-router-dom';
import { parseReturnPath } from '@subscription-site/shared/paths';

/** What another page of ours may hand over on the way to signing in. It cannot be put into an address. */
export interface AuthHandover {
  fromFreeTrial?: boolean;
  /** Typed already on the page before. */
  email?: string;
  /** Where to go on afterwards. */
  returnTo?: string;
}

/** How the visitor came to the sign-in page and where he wants to go on. */
export function useAuthArrival(): AuthHandover {
  const [query] = useSearchParams();
  const { state } = useLocation();
  const handed = (state ?? {}) as AuthHandover;
  return {
    fromFreeTrial: Boolean(handed.fromFreeTrial) || query.get('from') === 'free-trial',
    email: handed.email ?? '',
    returnTo: parseReturnPath(query.get('next')) ?? handed.returnTo,
  };
}
