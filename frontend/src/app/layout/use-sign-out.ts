import { useAuth } from '../../lib/session/auth-context';
import { toastError, toastSuccess } from '../../ui/feedback/toast';

/** Signs out on this device and shows the result in a toast. Resolves to whether it worked. */
export function useSignOut(): () => Promise<boolean> {
  const { signOut } = useAuth();
  return async () => {
    const { error } = await signOut();
    if (error) toastError({ title: 'Sign out failed', description: error.message });
    else toastSuccess({ title: 'Signed out', description: 'You’re signed out on this device.' });
    return !error;
  };
}
