import { useSyncExternalStore } from 'react';
import { weaknessOf } from '../entries';
import type { User } from './auth-client';

/** Under which it is kept in this browser. */
const KEY = 'weak-password';

interface Weakness {
  userId: string;
  sentence: string;
}

const listeners = new Set<() => void>();

/** Notes what the service finds wrong with the password that somebody has just signed in with; nothing ends an earlier note. */
export function noteWeakness(
  userId: string,
  found: { reasons: string[]; message: string } | undefined,
): void {
  if (!found) return forgetWeakness();
  keep(JSON.stringify({ userId, sentence: weaknessOf(found.reasons, found.message) } satisfies Weakness));
}

/** Ends the note: the password is another one, or its owner does not want to hear of it. */
export function forgetWeakness(): void {
  if (kept() !== null) keep(null);
}

/** What is wrong with the password of whoever is signed in, as the service said when he signed in here; undefined for a good one. */
export function useWeakness(user: User | null): string | undefined {
  const text = useSyncExternalStore(listen, kept, () => null);
  if (!user || !text) return undefined;
  try {
    const { userId, sentence } = JSON.parse(text) as Weakness;
    return userId === user.id ? sentence : undefined;
  } catch {
    return undefined;
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function kept(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(text: string | null): void {
  try {
    if (text === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing is told at the next sign-in.
  }
  for (const listener of listeners) listener();
}
