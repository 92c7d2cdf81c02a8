import { useSyncExternalStore } from 'react';
import { weakPasswordMessage } from '../form-validation';
import type { User } from './auth-client';

/** Local storage key. */
const STORAGE_KEY = 'weak-password';

interface WeakPasswordWarning {
  userId: string;
  message: string;
}

const listeners = new Set<() => void>();

/** Stores why the password used to sign in is weak; clears the warning when it is not. */
export function storeWeakPassword(
  userId: string,
  weakness: { reasons: string[]; message: string } | undefined,
): void {
  if (!weakness) return clearWeakPassword();
  store(
    JSON.stringify({
      userId,
      message: weakPasswordMessage(weakness.reasons, weakness.message),
    } satisfies WeakPasswordWarning),
  );
}

/** Call when the password was changed or the alert dismissed. */
export function clearWeakPassword(): void {
  if (stored() !== null) store(null);
}

/** Why the signed-in user's password is weak; undefined when it is not. */
export function useWeakPassword(user: User | null): string | undefined {
  const text = useSyncExternalStore(subscribe, stored, () => null);
  if (!user || !text) return undefined;
  try {
    const { userId, message } = JSON.parse(text) as WeakPasswordWarning;
    return userId === user.id ? message : undefined;
  } catch {
    return undefined;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function stored(): string | null {
  try {
    return window.localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function store(text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(STORAGE_KEY);
    else window.localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Without storage the warning appears at the next sign-in.
  }
  for (const listener of listeners) listener();
}
