import { ChangePlanScreen } from '../../../features/billing/components/change/change-plan-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{() => <ChangePlanScreen />}</AccountPage>;
}
