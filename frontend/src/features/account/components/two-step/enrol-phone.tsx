import { useState, type SubmitEvent } from 'react';
import { phoneFault } from '../../../../lib/entries';
import { failureOf } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import { Button } from '../../../../ui/button';
import { Field } from '../../../../ui/field';
import { focusFirstFault } from '../../../../ui/form-faults';
import { FormProblem } from '../../../../ui/form-problem';
import { SentCode } from '../../../../ui/sent-code';
import { useFirstFocus } from '../../../../ui/use-first-focus';
import { useSending } from '../../../../ui/use-sending';
import type { Problem } from '../../../../ui/use-submission';
import { beginFactor, TOO_LATE } from '../../enrolment';
import { problemOf } from '../../refusals';
import type { EnrolProps } from './enrol-props';

const NOT_ADDED = 'Not added';
/** Refusals of the number itself. */
const AT_NUMBER: readonly (string | undefined)[] = ['mfa_verified_factor_exists', 'validation_failed'];
const PLAINER: Record<string, string> = {
  mfa_verification_failed: "That code isn't right. Enter the code from the most recent message.",
  mfa_challenge_expired: 'That code has expired. Request a new one.',
  mfa_verified_factor_exists: "You've already added this number.",
};

/** Adds a telephone: its number, which is its name as well, then the first code that is sent there. */
export function EnrolPhone({ onBegun, onAdded, onCancel }: EnrolProps) {
  const { connect } = useAuth();
  const { busy, problem, left, send } = useSending();
  const [entry, setEntry] = useState('');
  const [fault, setFault] = useState<string>();
  const [begun, setBegun] = useState<{ factorId: string; number: string }>();
  const [challengeId, setChallengeId] = useState<string>();
  const [earlier, setEarlier] = useState<Problem>();
  const field = useFirstFocus<HTMLInputElement>();

  const begin = async (number: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { data, error } = await beginFactor(client, number, () =>
      client.mfa.enroll({ factorType: 'phone', friendlyName: number, phone: number }),
    );
    if (!data) return plainer(await problemOf(client, NOT_ADDED, error));
    setBegun({ factorId: data.id, number });
    onBegun(data.id);
    return text(data.id);
  };
  const text = async (factorId: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { data, error } = await client.mfa.challenge({ factorId, channel: 'sms' });
    if (data) setChallengeId(data.id);
    return problemOf(client, "The message wasn't sent", error);
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const number = entry.replaceAll(/[\s().-]/g, '');
    const found = phoneFault(number);
    setFault(found);
    setEarlier(undefined);
    if (found) return focusFirstFault(form);
    const isBegun = begun?.number === number ? begun.factorId : undefined;
    const done = await send(async () => {
      const refused = await (isBegun ? text(isBegun) : begin(number));
      if (!refused || !AT_NUMBER.includes(refused.code)) return refused;
      setFault(refused.description);
      return { ...refused, shownElsewhere: true };
    });
    return done ? undefined : focusFirstFault(form);
  };
  const show = async (code: string): Promise<Problem | undefined> => {
    const client = await connect();
    const { error } = await client.mfa.verify({
      factorId: begun?.factorId ?? '',
      challengeId: challengeId ?? '',
      code,
    });
    if (failureOf(error)?.code === 'mfa_factor_not_found') {
      setBegun(undefined);
      setChallengeId(undefined);
      onBegun(undefined);
      setEarlier(TOO_LATE);
      return TOO_LATE;
    }
    return plainer(await problemOf(client, NOT_ADDED, error));
  };

  if (begun && challengeId)
    return (
      <SentCode
        title="First proof"
        hint={
          <>
            Enter the 6-digit code we sent to <span className="figure whitespace-nowrap">{begun.number}</span>
            .
          </>
        }
        press="Add number"
        show={show}
        onDone={() => onAdded(begun.number)}
        again={{ busy, problem, left, onPress: () => void send(() => text(begun.factorId)) }}
      />
    );
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid gap-5"
      aria-label="New phone number"
    >
      <Field
        label="Phone number"
        type="tel"
        name="phone"
        autoComplete="tel"
        inputMode="tel"
        required
        readOnly={busy}
        value={entry}
        inputRef={field}
        onChange={(event) => setEntry(event.target.value)}
        hint="Include the country code, as in +1 555 010 0199. We'll text you a 6-digit code."
        error={fault}
      />
      <FormProblem problem={problem ?? earlier} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={left > 0} busyLabel={busy && 'Sending...'}>
          {left > 0 ? `Text me a code in ${left} s` : 'Text me a code'}
        </Button>
      </div>
    </form>
  );
}

function plainer(problem: Problem | undefined): Problem | undefined {
  return problem && { ...problem, description: PLAINER[problem.code ?? ''] ?? problem.description };
}
