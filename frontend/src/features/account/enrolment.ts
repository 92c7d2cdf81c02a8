import type { AuthError } from '@supabase/auth-js';
import { logFault } from '../../lib/log';
import type { AuthClient } from '../../lib/session/auth-client';
import type { Problem } from '../../ui/use-submission';

/** Longest name of a second factor. */
export const LONGEST_NAME = 100;

/** The service forgets a factor that was begun and never shown. */
export const TOO_LATE: Problem = {
  title: 'Not added',
  description: 'That took more than five minutes. Please start again.',
};

interface Begun<T> {
  data: T | null;
  error: AuthError | null;
}

/** Begins a second factor. One of the same name that was begun before and never shown makes way for it. */
export async function beginFactor<T>(
  client: AuthClient,
  name: string,
  begin: () => Promise<Begun<T>>,
): Promise<Begun<T>> {
  const begun = await begin();
  if (begun.error?.code !== 'mfa_factor_name_conflict') return begun;
  const { data } = await client.mfa.listFactors();
  const leftOver = data?.all.find(
    ({ friendly_name, status }) => friendly_name === name && status === 'unverified',
  );
  if (!leftOver) return begun;
  await forgetFactor(client, leftOver.id);
  return begin();
}

/** Takes back one that was begun and given up: it would hold its name for five minutes. */
export async function forgetFactor(client: AuthClient, factorId: string): Promise<void> {
  const { error } = await client.mfa.unenroll({ factorId });
  if (error) logFault('unfinished factor', error);
}

/** The first of these names that nothing has: this one, or with a number behind it. */
export function freeName(wish: string, taken: readonly string[]): string {
  let name = wish;
  for (let number = 2; taken.includes(name); number += 1) name = `${wish} ${number}`;
  return name;
}
