import { BillingScreen } from '../../../features/billing/components/billing-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{(user) => <BillingScreen user={user} />}</AccountPage>;
}
