import { DataScreen } from '../../../features/privacy/components/data-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{() => <DataScreen />}</AccountPage>;
}
