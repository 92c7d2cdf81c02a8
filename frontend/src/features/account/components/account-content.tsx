import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorMessage } from '../../../lib/api/messages';
import type { User } from '../../../lib/session/auth-client';
import { Button } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Skeleton } from '../../../ui/feedback/skeleton';
import { useAuthQueries } from '../api/queries';

/** A screen about the account, loaded from the server; the copy in the session may be outdated. */
export function AccountContent(props: { title: string; user: User; children: (account: User) => ReactNode }) {
  const { title, user, children } = props;
  const { isPending, isLoadingError, data: account, error, refetch } = useQuery(useAuthQueries().user);
  return (
    <>
      <h1 className="text-h2">{title}</h1>
      <p className="mt-3 mb-10 text-lead text-ink-soft">{account?.email ?? user.email}</p>
      {isPending ? <ScreenSkeleton /> : null}
      {isLoadingError ? (
        <div role="alert">
          <EmptyState
            title="Your account couldn’t be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {errorMessage(error)}
          </EmptyState>
        </div>
      ) : null}
      {account ? children(account) : null}
    </>
  );
}

function ScreenSkeleton() {
  return (
    <output className="block">
      <span className="sr-only">Loading your account...</span>
      {[0, 1, 2].map((index) => (
        <span key={index} className="grid gap-4 border-t-2 border-rule py-9">
          <Skeleton className="h-6 w-40" />
          <Skeleton className="w-3/5" />
          <Skeleton className="h-12 w-full max-w-form" />
        </span>
      ))}
    </output>
  );
}
