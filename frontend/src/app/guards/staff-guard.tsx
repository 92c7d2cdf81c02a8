import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { fetchStaffMember } from '../../features/support/api/support-api';
import { isRefusal } from '../../lib/api/api-error';
import { sentenceOf } from '../../lib/api/messages';
import { useAuth } from '../../lib/session/auth-context';
import { useLoad } from '../../lib/use-load';
import { Button, buttonClass } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Link } from '../../ui/link';
import { Waiting } from '../../ui/waiting';
import { ToSignIn } from './to-sign-in';

/**
 * Lets staff pass. The server says who that is; whoever is signed out, or has not verified a second factor, does that first and comes
 * back.
 */
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
  if (isRefusal(fault, 'mfa_enrollment_required')) return <MfaRequired />;
  const forbidden = isRefusal(fault, 'forbidden');
  // The session was refreshed, and still the server wants more than it has.
  const stale = isRefusal(fault, 'insufficient_aal');
  const leave = isRefusal(fault, 'unauthorized') || forbidden || stale;
  return (
    <ClosedConsole
      title={forbidden ? 'This page is for our staff' : 'The console could not be opened'}
      action={
        leave ? (
          <Button onClick={() => void signOut()}>
            {stale ? 'Sign in again' : 'Sign in with another account'}
          </Button>
        ) : (
          <Button onClick={() => void reload()}>Try again</Button>
        )
      }
    >
      {sentenceOf(fault)}
    </ClosedConsole>
  );
}

/** For staff who have yet to enroll a second factor: leads to where they do, which leads back here. */
function MfaRequired() {
  const { pathname, search } = useLocation();
  return (
    <ClosedConsole
      title="Two-factor authentication required"
      action={
        <Link
          to={`/account/security?next=${encodeURIComponent(pathname + search)}`}
          className={buttonClass('ink')}
        >
          Set up two-factor authentication
        </Link>
      }
    >
      The support console shows customer data, so a password alone isn’t enough to open it. Setting this up
      takes a minute, and then you can come straight back.
    </ClosedConsole>
  );
}

function ClosedConsole(props: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page px-5 pt-16" role="alert">
      <h1 className="mb-6 text-h2">Support console</h1>
      <EmptyState title={props.title} action={props.action}>
        {props.children}
      </EmptyState>
    </div>
  );
}
