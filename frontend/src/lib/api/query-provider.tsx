import { useState, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ApiError } from './api-error';

const MAX_RETRIES = 2;

const clients = new WeakMap<object, QueryClient>();

/**
 * Server state of a signed-in screen. Its cache lives as long as the component: pass the user's ID as the key, so
 * that no user sees another's data. With an `owner`, such as the session's user, all screens of that owner share it.
 */
export function QueryProvider({ owner, children }: { owner?: object; children: ReactNode }) {
  const [client] = useState(() => (owner ? sharedClient(owner) : createQueryClient()));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

function sharedClient(owner: object): QueryClient {
  const client = clients.get(owner) ?? createQueryClient();
  clients.set(owner, client);
  return client;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Requests are made even when offline, so that they fail with an error message.
        networkMode: 'always',
        retry: (failures, error) => failures < MAX_RETRIES && isServerError(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Errors that a retry may avoid. A 4xx needs a different request, and 429 says how long to wait. */
function isServerError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
