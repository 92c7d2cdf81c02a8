import { useState } from 'react';
import type { AuthError, UserAttributes } from '@supabase/auth-js';
import { accountRules } from '../../lib/config/account-rules';
import { newPasswordFault, weaknessOf } from '../../lib/entries';
import type { AuthClient } from '../../lib/session/auth-client';
import { failureOf, type AuthFailure } from '../../lib/session/auth-failure';
import { useAuth } from '../../lib/session/auth-context';
import { forgetWeakness } from '../../lib/session/weak-password';
import type { Faults } from '../../ui/form-faults';
import type { Problem } from '../../ui/use-submission';
import { problemOf } from './refusals';

type Entry = 'password' | 'current';

/** Refusals that are told at an entry. */
const AT_ENTRY: Record<string, { entry: Entry; fault: string }> = {
  same_password: { entry: 'password', fault: 'This is already your password. Choose a different one.' },
  current_password_required: { entry: 'current', fault: 'Enter your current password.' },
  current_password_invalid: { entry: 'current', fault: "That isn't your current password." },
};

function faultOf(failure: AuthFailure | null): { entry: Entry; fault: string } | undefined {
  if (failure?.code === 'weak_password')
    return { entry: 'password', fault: weaknessOf(failure.reasons, failure.message) };
  return AT_ENTRY[failure?.code ?? ''];
}

/**
 * A new password on its way: what was typed, what is wrong with it, and what the service wants to see besides, which is asked for
 * when the service has asked: the present password, or digits from the mailbox.
 */
export function usePasswordChange() {
  const { connect } = useAuth();
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const [asksCurrent, setAsksCurrent] = useState(false);
  /** Seconds to wait for another mail; undefined while no code is asked for. */
  const [mailed, setMailed] = useState<number>();
  const [faults, setFaults] = useState<Faults<Entry>>({});

  const find = (): Faults<Entry> => {
    const found = {
      current: asksCurrent && !current ? 'Enter your current password.' : undefined,
      password: newPasswordFault(password),
    };
    setFaults(found);
    return found;
  };

  /** Marks the entry that a refusal is about, if it is about one. */
  const mark = (error: AuthError | null): boolean => {
    const known = faultOf(failureOf(error));
    if (!known) return false;
    if (known.entry === 'current') setAsksCurrent(true);
    setFaults({ [known.entry]: known.fault });
    // What was typed has to be typed anew; the code is asked for again then.
    setMailed(undefined);
    return true;
  };

  const update = async (client: AuthClient, nonce?: string): Promise<AuthError | null> => {
    const wish: UserAttributes = { password };
    if (asksCurrent) wish.current_password = current;
    if (nonce) wish.nonce = nonce;
    const { error } = await client.updateUser(wish);
    if (!error) forgetWeakness();
    return error;
  };

  const askForCode = async (): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.reauthenticate();
    const refused = await problemOf(client, "The email wasn't sent", error);
    // One that was sent a moment ago is as good.
    const isThere = refused?.code === 'over_email_send_rate_limit';
    if (!refused || isThere)
      setMailed((before) => before ?? refused?.retryAfterSeconds ?? accountRules().sendIntervalSeconds);
    return isThere && mailed === undefined ? undefined : refused;
  };

  /** Sets the password, or asks for the code that it takes: `asked` tells which. Without a problem and not asked it is set. */
  const change = async (nonce?: string): Promise<{ problem: Problem | undefined; asked: boolean }> => {
    const client = await connect();
    const error = await update(client, nonce);
    if (error?.code === 'reauthentication_needed' && !nonce)
      return { problem: await askForCode(), asked: true };
    const shownElsewhere = mark(error);
    const problem = await problemOf(client, 'Password not changed', error);
    return { problem: problem && { ...problem, shownElsewhere }, asked: false };
  };

  const begin = (): void => {
    setPassword('');
    setCurrent('');
    setAsksCurrent(false);
    setMailed(undefined);
    setFaults({});
  };

  return {
    password,
    setPassword,
    current,
    setCurrent,
    asksCurrent,
    mailed,
    stopAsking: () => setMailed(undefined),
    faults,
    find,
    askForCode,
    change,
    begin,
  };
}
