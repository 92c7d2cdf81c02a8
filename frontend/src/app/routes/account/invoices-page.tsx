import { InvoicesScreen } from '../../../features/billing/components/invoices/invoices-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{() => <InvoicesScreen />}</AccountPage>;
}
