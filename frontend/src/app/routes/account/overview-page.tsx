import { OverviewScreen } from '../../../features/billing/components/overview-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{(user) => <OverviewScreen user={user} />}</AccountPage>;
}
