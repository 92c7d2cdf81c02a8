import type { ReactNode } from 'react';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { fetchStaffMember } from '../../features/support/api/support-api';
import { isApiError } from '../../lib/api/api-error';
import { errorMessage } from '../../lib/api/messages';
import { useAuth } from '../../lib/session/auth-context';
import { useLoad } from '../../lib/use-load';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Loading } from '../../ui/loading';
import { RedirectToSignIn } from './redirect-to-sign-in';

/** Requires a staff member, as decided by the server. Signed-out visitors sign in first. */
export function StaffGuard({ children }: { children: (staff: StaffMember) => ReactNode }) {
  const { user, loading } = useAuth();
  if (loading) return <Loading label="Loading..." className="min-h-[50vh]" />;
  if (!user) return <RedirectToSignIn />;
  return <StaffCheck key={user.id}>{children}</StaffCheck>;
}

function StaffCheck({ children }: { children: (staff: StaffMember) => ReactNode }) {
  const { signOut } = useAuth();
  const { status, value, error, reload } = useLoad('me', fetchStaffMember);
  if (status === 'loading') return <Loading label="Loading..." className="min-h-[50vh]" />;
  if (value) return children(value);
  const forbidden = isApiError(error, 'forbidden');
  const needsOtherAccount = isApiError(error, 'unauthorized') || forbidden;
  return (
    <div className="mx-auto max-w-page px-5 pt-16" role="alert">
      <h1 className="mb-6 text-h2">Support console</h1>
      <EmptyState
        title={forbidden ? 'This page is for staff only' : "The console couldn't be loaded"}
        action={
          needsOtherAccount ? (
            <Button onClick={() => void signOut()}>Sign in with another account</Button>
          ) : (
            <Button onClick={() => void reload()}>Try again</Button>
          )
        }
      >
        {errorMessage(error)}
      </EmptyState>
    </div>
  );
}
