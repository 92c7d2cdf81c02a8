import { SecurityScreen } from '../../../features/account/components/security-screen';
import { CustomerGuard } from '../../guards/customer-guard';

/** Password, email, two-factor authentication, and devices of the signed-in user. */
export function Page() {
  return <CustomerGuard>{(user) => <SecurityScreen key={user.id} user={user} />}</CustomerGuard>;
}
