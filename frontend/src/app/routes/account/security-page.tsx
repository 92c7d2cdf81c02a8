import { SecurityScreen } from '../../../features/account/components/security-screen';
import { CustomerGuard } from '../../guards/customer-guard';

/** Password, address, two-step sign-in and devices of whoever is signed in. */
export function Page() {
  return <CustomerGuard>{(user) => <SecurityScreen key={user.id} user={user} />}</CustomerGuard>;
}
