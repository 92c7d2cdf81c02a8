import type { ReactNode } from 'react';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { fetchStaffMember } from '../../features/support/api/support-api';
import { isRefusal } from '../../lib/api/api-error';
import { sentenceOf } from '../../lib/api/messages';
import { useAuth } from '../../lib/session/auth-context';
import { useLoad } from '../../lib/use-load';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Waiting } from '../../ui/waiting';
import { ToSignIn } from './to-sign-in';

/** Lets staff pass. The server says who that is; whoever is signed out signs in first and comes back. */
export function StaffGuard({ children }: { children: (staff: StaffMember) => ReactNode }) {
  const { user, loading } = useAuth();
  if (loading) return <Waiting label="Loading..." className="min-h-[50vh]" />;
  if (!user) return <ToSignIn />;
  return <Admission key={user.id}>{children}</Admission>;
}

function Admission({ children }: { children: (staff: StaffMember) => ReactNode }) {
  const { signOut } = useAuth();
  const { status, value, fault, reload } = useLoad('me', fetchStaffMember);
  if (status === 'loading') return <Waiting label="Loading..." className="min-h-[50vh]" />;
  if (value) return children(value);
  const forbidden = isRefusal(fault, 'forbidden');
  const leave = isRefusal(fault, 'unauthorized') || forbidden;
  return (
    <div className="mx-auto max-w-page px-5 pt-16" role="alert">
      <h1 className="mb-6 text-h2">Support console</h1>
      <EmptyState
        title={forbidden ? 'This page is for staff only' : "The console couldn't be loaded"}
        action={
          leave ? (
            <Button onClick={() => void signOut()}>Sign in with another account</Button>
          ) : (
            <Button onClick={() => void reload()}>Try again</Button>
          )
        }
      >
        {sentenceOf(fault)}
      </EmptyState>
    </div>
  );
}
