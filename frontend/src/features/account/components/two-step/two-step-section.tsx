import { useRef, useState } from 'react';
import type { SecondFactor } from '@subscription-site/shared/brand';
import type { User } from '../../../../lib/session/auth-client';
import { useAuth } from '../../../../lib/session/auth-context';
import { countingFactors, offeredFactors, type Factor } from '../../../../lib/session/factors';
import { Button } from '../../../../ui/button';
import { ConfirmDialog } from '../../../../ui/confirm-dialog';
import { FormProblem } from '../../../../ui/form-problem';
import { Notice } from '../../../../ui/notice';
import { toastSuccess } from '../../../../ui/toast';
import { useSubmission } from '../../../../ui/use-submission';
import { makeRecoveryCodes } from '../../api/recovery-codes';
import { FACTOR_WORDS, nameOf } from '../../factor-words';
import { regainFocus } from '../../regain-focus';
import { problemIn, problemOf } from '../../refusals';
import { OwnedList } from '../owned-list';
import { SecuritySection } from '../security-section';
import { AddFactorDialog } from './add-factor-dialog';
import { FactorRow } from './factor-row';
import { RecoveryCodesLeft } from './recovery-codes-left';
import { RecoveryCodesSlip } from './recovery-codes-slip';

const TURN_ON = 'Turn on two-factor authentication';

/** What signing in asks for besides the first step, and the codes for the day it is lost. Nothing where nothing is offered. */
export function TwoStepSection({ account, onChanged }: { account: User; onChanged: () => Promise<void> }) {
  const { connect } = useAuth();
  const { busy, problem, run, forget } = useSubmission();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [codes, setCodes] = useState<string[]>();
  /** What it means that it was turned on just now; told on the page, where no toast covers the codes that are to be saved. */
  const [turnedOn, setTurnedOn] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = countingFactors(account);
  const kinds = offeredFactors();
  const on = factors.length > 0;

  const makeCodes = () =>
    problemIn("Recovery codes weren't generated", async () => {
      setCodes(await makeRecoveryCodes());
      forget();
    });
  const added = async (kind: SecondFactor, name: string) => {
    setAdding(false);
    const words = FACTOR_WORDS[kind];
    if (on) {
      toastSuccess({ title: `${words.short} added`, description: words.added(name) });
      await onChanged();
    } else {
      setTurnedOn(words.on);
      // The list grows first, so that it does not push the codes down while they are read.
      await run(async () => {
        await onChanged();
        return makeCodes();
      });
    }
    regainFocus(heading.current);
  };
  const saved = () => {
    setCodes(undefined);
    setTurnedOn(undefined);
    toastSuccess({
      title: 'Recovery codes saved',
      description: 'Each code signs you in once if you lose your second factor.',
    });
    regainFocus(heading.current, { show: true });
  };
  const remove = async ({ id: factorId }: Factor) => {
    const client = await connect();
    const { error } = await client.mfa.unenroll({ factorId });
    if (error) return problemOf(client, 'Not removed', error);
    // What this session has shown may count no more: its token is to say so.
    await client.refreshSession();
    return undefined;
  };
  const removed = async ({ factor_type }: Factor) => {
    setRemoving(undefined);
    setTurnedOn(undefined);
    if (factors.length === 1) {
      setCodes(undefined);
      toastSuccess({
        title: 'Two-factor authentication is off',
        description: 'You now sign in with just your password.',
      });
    } else {
      const { short, gone } = FACTOR_WORDS[factor_type];
      toastSuccess({ title: `${short} removed`, description: gone });
    }
    await onChanged();
    regainFocus(heading.current);
  };

  if (!on && kinds.length === 0) return null;
  return (
    <SecuritySection
      headingRef={heading}
      title="Two-factor authentication"
      lead="When you sign in, you'll also need something only you have. A stolen password won't be enough to get in."
    >
      <div className="grid gap-6">
        {on ? (
          <OwnedList name="Second factors">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </OwnedList>
        ) : null}
        {kinds.length > 0 ? (
          <div>
            <Button
              variant={on ? 'outline' : 'ink'}
              busyLabel={busy && 'Generating recovery codes...'}
              onClick={() => setAdding(true)}
            >
              {on ? 'Add another second factor' : TURN_ON}
            </Button>
          </div>
        ) : null}
        {turnedOn ? (
          <Notice tone="good" title="Two-factor authentication is on">
            <p>{turnedOn}</p>
          </Notice>
        ) : null}
        <FormProblem problem={problem} />
        {codes ? (
          <RecoveryCodesSlip codes={codes} onSaved={saved} />
        ) : on && !busy ? (
          <RecoveryCodesLeft make={makeCodes} />
        ) : null}
      </div>
      {adding ? (
        <AddFactorDialog
          kinds={kinds}
          title={on ? 'Add another second factor' : TURN_ON}
          taken={factors.map((factor) => factor.friendly_name ?? '')}
          onAdded={(kind, name) => void added(kind, name)}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={`Remove ${nameOf(removing)}?`}
          press="Remove"
          keep="Keep it"
          act={() => remove(removing)}
          onDone={() => void removed(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {factors.length === 1
              ? 'This is your only second factor. Removing it turns off two-factor authentication, and your recovery codes will no longer work.'
              : `${FACTOR_WORDS[removing.factor_type].gone} If you signed in with it, you'll be asked for another second factor.`}
          </p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}
