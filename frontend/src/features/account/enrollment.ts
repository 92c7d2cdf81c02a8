import type { AuthError } from '@supabase/auth-js';
import { logError } from '../../lib/log';
import type { AuthClient } from '../../lib/session/auth-client';
import type { FormError } from '../../ui/use-submit';

/** Longest name of a second factor. */
export const MAX_NAME_LENGTH = 100;

/** The service forgets a factor that was begun and never shown. */
export const ENROLLMENT_EXPIRED: FormError = {
  title: 'Not added',
  description: 'That took more than five minutes. Please start again.',
};

interface EnrollResult<T> {
  data: T | null;
  error: AuthError | null;
}

/** Begins a second factor. One of the same name that was begun before and never shown makes way for it. */
export async function enrollFactor<T>(
  client: AuthClient,
  name: string,
  enroll: () => Promise<EnrollResult<T>>,
): Promise<EnrollResult<T>> {
  const result = await enroll();
  if (result.error?.code !== 'mfa_factor_name_conflict') return result;
  const { data } = await client.mfa.listFactors();
  const unfinished = data?.all.find(
    ({ friendly_name, status }) => friendly_name === name && status === 'unverified',
  );
  if (!unfinished) return result;
  await discardFactor(client, unfinished.id);
  return enroll();
}

/** Takes back one that was begun and given up: it would hold its name for five minutes. */
export async function discardFactor(client: AuthClient, factorId: string): Promise<void> {
  const { error } = await client.mfa.unenroll({ factorId });
  if (error) logError('unfinished factor', error);
}

/** The first of these names that nothing has: this one, or with a number behind it. */
export function uniqueName(base: string, existing: readonly string[]): string {
  let name = base;
  for (let number = 2; existing.includes(name); number += 1) name = `${base} ${number}`;
  return name;
}
