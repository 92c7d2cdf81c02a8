import { useSearchParams } from 'react-router-dom';
import { parseReturnPath } from '@subscription-site/shared/paths';
import { SecurityScreen } from '../../../features/account/components/security-screen';
import { AccountPage } from './account-page';

/** Password, email, two-factor authentication, and devices of the signed-in user. Staff sent here to enroll a factor are sent back. */
export function Page() {
  const [query] = useSearchParams();
  const next = parseReturnPath(query.get('next'));
  const consolePath = next?.startsWith('/admin') ? next : undefined;
  return <AccountPage>{(user) => <SecurityScreen user={user} consolePath={consolePath} />}</AccountPage>;
}
