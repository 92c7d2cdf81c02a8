import { ProfileScreen } from '../../../features/account/components/profile-screen';
import { AccountPage } from './account-page';

export function Page() {
  return <AccountPage>{(user) => <ProfileScreen user={user} />}</AccountPage>;
}
