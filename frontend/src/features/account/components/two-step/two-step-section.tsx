import { useRef, useState } from 'react';
import type { SecondFactor } from '@subscription-site/shared/brand';
import type { User } from '../../../../lib/session/auth-client';
import { useAuth } from '../../../../lib/session/auth-context';
import { countingFactors, offeredFactors, type Factor } from '../../../../lib/session/factors';
import { Button, buttonClass } from '../../../../ui/button';
import { ConfirmDialog } from '../../../../ui/confirm-dialog';
import { FormProblem } from '../../../../ui/form-problem';
import { Link } from '../../../../ui/link';
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

const TURN_ON = 'Turn on two-step sign-in';

/**
 * What signing in asks for besides the first step, and the codes for the day it is lost. Nothing where nothing is offered.
 * `consolePath` is where staff go on once they have enrolled a factor and saved the codes.
 */
export function TwoStepSection({
  account,
  onChanged,
  consolePath,
}: {
  account: User;
  onChanged: () => Promise<void>;
  consolePath?: string;
}) {
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
    problemIn('No recovery codes were made', async () => {
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
      description: 'Each of them opens your account once, when your second step is lost.',
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
        title: 'Two-step sign-in is off',
        description: 'Signing in asks for your password alone.',
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
      title="Two-step sign-in"
      lead="Signing in asks for your password, and then for something that only you have. A stolen password alone opens nothing then."
    >
      <div className="grid gap-6">
        {on ? (
          <OwnedList name="Second steps">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </OwnedList>
        ) : null}
        {kinds.length > 0 ? (
          <div>
            <Button
              variant={on ? 'outline' : 'ink'}
              busyLabel={busy && 'Making recovery codes...'}
              onClick={() => setAdding(true)}
            >
              {on ? 'Add another second step' : TURN_ON}
            </Button>
          </div>
        ) : null}
        {turnedOn ? (
          <Notice tone="good" title="Two-step sign-in is on">
            <p>{turnedOn}</p>
          </Notice>
        ) : null}
        <FormProblem problem={problem} />
        {codes ? (
          <RecoveryCodesSlip codes={codes} onSaved={saved} />
        ) : on && !busy ? (
          <RecoveryCodesLeft make={makeCodes} />
        ) : null}
        {consolePath && on && !codes && !busy ? (
          <div>
            <Link to={consolePath} className={buttonClass('ink')}>
              Continue to the support console
            </Link>
          </div>
        ) : null}
      </div>
      {adding ? (
        <AddFactorDialog
          kinds={kinds}
          title={on ? 'Add another second step' : TURN_ON}
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
              ? 'It is the only one: two-step sign-in is off afterwards, and your recovery codes work no more.'
              : `${FACTOR_WORDS[removing.factor_type].gone} If you signed in with it, you are asked for another second step next.`}
          </p>
        </ConfirmDialog>
      ) : null}
    </SecuritySection>
  );
}
