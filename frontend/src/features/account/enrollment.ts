import type { AuthError } from '@supabase/auth-js';
import { logError } from '../../lib/log';
import type { AuthClient } from '../../lib/session/auth-client';
import type { FormError } from '../../ui/forms/use-submit';

export const MAX_NAME_LENGTH = 100;

/** The server discards unverified factors after five minutes. */
export const ENROLLMENT_EXPIRED: FormError = {
  title: 'Setup timed out',
  description: 'That took more than five minutes. Please start again.',
};

interface EnrollResult<T> {
  data: T | null;
  error: AuthError | null;
}

/** Starts an enrollment. Replaces an unfinished one with the same name. */
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

/** Removes an unfinished enrollment, which would block its name for five minutes. */
export async function discardFactor(client: AuthClient, factorId: string): Promise<void> {
  const { error } = await client.mfa.unenroll({ factorId });
  if (error) logError('unfinished factor', error);
}

/** The name, with a number appended when it already exists. */
export function uniqueName(base: string, existing: readonly string[]): string {
  let name = base;
  for (let number = 2; existing.includes(name); number += 1) name = `${base} ${number}`;
  return name;
}
