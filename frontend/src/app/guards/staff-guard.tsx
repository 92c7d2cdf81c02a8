import type { ComponentType, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { StaffMember } from '@subscription-site/shared/contracts';
import { supportQueries } from '../../features/support/api/queries';
import { isApiError } from '../../lib/api/api-error';
import { QueryProvider } from '../../lib/api/query-provider';
import { errorMessage } from '../../lib/api/messages';
import { useAuth } from '../../lib/session/auth-context';
import { Button, buttonClass } from '../../ui/buttons/button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Link } from '../../ui/navigation/link';
import { Loading } from '../../ui/feedback/loading';
import { RedirectToSignIn } from './redirect-to-sign-in';

interface Props {
  /** Wraps the loading, error and access-denied states. */
  layout: ComponentType<{ children: ReactNode }>;
  children: (staff: StaffMember) => ReactNode;
}

/**
 * Requires a staff member, as decided by the server. Visitors who are signed out or have not completed MFA do that first and come
 * back.
 */
export function StaffGuard({ layout: Layout, children }: Props) {
  const { user, loading } = useAuth();
  if (!loading && !user) return <RedirectToSignIn />;
  if (!user)
    return (
      <Layout>
        <Loading label="Loading..." className="min-h-[50vh]" />
      </Layout>
    );
  return (
    <QueryProvider key={user.id}>
      <StaffCheck layout={Layout}>{children}</StaffCheck>
    </QueryProvider>
  );
}

function StaffCheck({ layout: Layout, children }: Props) {
  const { isPending, data, error, refetch } = useQuery(supportQueries.staffMember());
  if (data) return children(data);
  return (
    <Layout>
      {isPending ? (
        <Loading label="Loading..." className="min-h-[50vh]" />
      ) : (
        <AccessDenied error={error} onRetry={() => void refetch()} />
      )}
    </Layout>
  );
}

function AccessDenied({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { signOut } = useAuth();
  if (isApiError(error, 'mfa_enrollment_required')) return <MfaRequired />;
  const forbidden = isApiError(error, 'forbidden');
  // The session was already refreshed, and its assurance level is still too low.
  const stale = isApiError(error, 'insufficient_aal');
  const mustSignIn = isApiError(error, 'unauthorized') || forbidden || stale;
  return (
    <ConsoleUnavailable
      title={forbidden ? 'This page is for staff only' : 'The console couldn’t be loaded'}
      action={
        mustSignIn ? (
          <Button onClick={() => void signOut()}>
            {stale ? 'Sign in again' : 'Sign in with another account'}
          </Button>
        ) : (
          <Button onClick={onRetry}>Try again</Button>
        )
      }
    >
      {errorMessage(error)}
    </ConsoleUnavailable>
  );
}

/** For staff who have not enrolled a second factor: links to the page where they do, which links back here. */
function MfaRequired() {
  const { pathname, search } = useLocation();
  return (
    <ConsoleUnavailable
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
      The support console shows customer data, so a password alone isn’t enough to open it. Setup takes a
      minute, and then you can come straight back.
    </ConsoleUnavailable>
  );
}

function ConsoleUnavailable(props: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page sm:pt-8" role="alert">
      <h1 className="mb-6 text-h2">Support console</h1>
      <EmptyState title={props.title} action={props.action}>
        {props.children}
      </EmptyState>
    </div>
  );
}
