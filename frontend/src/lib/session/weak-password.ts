import { useSyncExternalStore } from 'react';
import { weakPasswordMessage } from '../form-validation';
import type { User } from './auth-client';

/** Under which it is kept in this browser. */
const STORAGE_KEY = 'weak-password';

interface WeakPasswordWarning {
  userId: string;
  message: string;
}

const listeners = new Set<() => void>();

/** Notes what the service finds wrong with the password that somebody has just signed in with; nothing ends an earlier note. */
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

/** Ends the note: the password is another one, or its owner does not want to hear of it. */
export function clearWeakPassword(): void {
  if (stored() !== null) store(null);
}

/** What is wrong with the password of whoever is signed in, as the service said when he signed in here; undefined for a good one. */
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
    // A browser that keeps nothing is told at the next sign-in.
  }
  for (const listener of listeners) listener();
}
