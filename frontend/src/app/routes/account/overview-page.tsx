import { useQuery } from '@tanstack/react-query';
import { useAuthQueries } from '../../../features/account/api/queries';
import { OverviewScreen } from '../../../features/billing/components/overview-screen';
import type { User } from '../../../lib/session/auth-client';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{(user) => <Overview user={user} />}</AccountPage>;
}

/** The copy in the session may be outdated, for example after a change of the email address on another device. */
function Overview({ user }: { user: User }) {
  const { data: account } = useQuery(useAuthQueries().user);
  return <OverviewScreen user={account ?? user} />;
}
