import { useRef, useState } from 'react';
import type { SecondFactor } from '@subscription-site/shared/brand';
import type { User } from '../../../../lib/session/auth-client';
import { useAuth } from '../../../../lib/session/auth-context';
import { verifiedFactors, availableFactors, type Factor } from '../../../../lib/session/factors';
import { Button, buttonClass } from '../../../../ui/buttons/button';
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { Callout } from '../../../../ui/feedback/callout';
import { Link } from '../../../../ui/navigation/link';
import { toastSuccess } from '../../../../ui/feedback/toast';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { useReloadAccount } from '../../api/queries';
import { generateRecoveryCodes } from '../../api/recovery-codes';
import { FACTOR_LABELS, factorName } from '../../factor-labels';
import { restoreFocus } from '../../../../ui/focus/restore-focus';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { authFormError } from '../../form-errors';
import { ItemList } from '../../../../ui/data-display/item-list';
import { TitledSection } from '../../../../ui/layout/titled-section';
import { AddFactorDialog } from './add-factor-dialog';
import { FactorRow } from './factor-row';
import { RecoveryCodesStatus } from './recovery-codes-status';
import { RecoveryCodesCard } from './recovery-codes-card';

const TURN_ON = 'Turn on two-factor authentication';

/**
 * Second factors and recovery codes. Renders nothing when no factor type is available. `consolePath` is where staff continue after
 * enrolling a factor and saving the codes.
 */
export function TwoFactorSection({ account, consolePath }: { account: User; consolePath?: string }) {
  const { connect } = useAuth();
  const reloadAccount = useReloadAccount();
  const { busy, formError, run, clearFormError } = useSubmit();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Factor>();
  const [codes, setCodes] = useState<string[]>();
  /** Shown on the page rather than in a toast, which would cover the codes to be saved. */
  const [turnedOn, setTurnedOn] = useState<string>();
  const heading = useRef<HTMLHeadingElement>(null);
  const factors = verifiedFactors(account);
  const kinds = availableFactors();
  const enabled = factors.length > 0;

  const generateCodes = () =>
    catchFormError('Recovery codes weren’t generated', async () => {
      setCodes(await generateRecoveryCodes());
      clearFormError();
    });
  const added = async (kind: SecondFactor, name: string) => {
    setAdding(false);
    const labels = FACTOR_LABELS[kind];
    if (enabled) {
      toastSuccess({ title: `${labels.short} added`, description: labels.added(name) });
      await reloadAccount();
    } else {
      setTurnedOn(labels.turnedOn);
      // Update the list first, so that the codes do not move while they are being read.
      await run(async () => {
        await reloadAccount();
        return generateCodes();
      });
    }
    restoreFocus(heading.current);
  };
  const saved = () => {
    setCodes(undefined);
    setTurnedOn(undefined);
    toastSuccess({
      title: 'Recovery codes saved',
      description: 'Each code signs you in once if you lose your two-factor method.',
    });
    restoreFocus(heading.current, { show: true });
  };
  const remove = async ({ id: factorId }: Factor) => {
    const client = await connect();
    const { error } = await client.mfa.unenroll({ factorId });
    if (error) return authFormError(client, 'Couldn’t remove method', error);
    // The session may no longer be aal2; refresh its token.
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
        description: 'From now on, you only need your password to sign in.',
      });
    } else {
      const { short, removed: message } = FACTOR_LABELS[factor_type];
      toastSuccess({ title: `${short} removed`, description: message });
    }
    await reloadAccount();
    restoreFocus(heading.current);
  };

  if (!enabled && kinds.length === 0) return null;
  return (
    <TitledSection
      headingRef={heading}
      title="Two-factor authentication"
      lead="When you sign in, you’ll also need something only you have. A stolen password won’t be enough to get in."
    >
      <div className="grid gap-6">
        {enabled ? (
          <ItemList name="Second factors">
            {factors.map((factor) => (
              <FactorRow key={factor.id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </ItemList>
        ) : null}
        {kinds.length > 0 ? (
          <div>
            <Button
              variant={enabled ? 'outline' : 'ink'}
              busyLabel={busy && 'Generating recovery codes...'}
              onClick={() => setAdding(true)}
            >
              {enabled ? 'Add another method' : TURN_ON}
            </Button>
          </div>
        ) : null}
        {turnedOn ? (
          <Callout tone="success" title="Two-factor authentication is on">
            <p>{turnedOn}</p>
          </Callout>
        ) : null}
        <FormErrorAlert error={formError} />
        {codes ? (
          <RecoveryCodesCard codes={codes} onSaved={saved} />
        ) : enabled && !busy ? (
          <RecoveryCodesStatus generate={generateCodes} />
        ) : null}
        {consolePath && enabled && !codes && !busy ? (
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
          title={enabled ? 'Add another method' : TURN_ON}
          existingNames={factors.map((factor) => factor.friendly_name ?? '')}
          onAdded={(kind, name) => void added(kind, name)}
          onClose={() => setAdding(false)}
        />
      ) : null}
      {removing ? (
        <ConfirmDialog
          title={`Remove ${factorName(removing)}?`}
          confirmLabel="Remove"
          cancelLabel="Keep it"
          action={() => remove(removing)}
          onDone={() => void removed(removing)}
          onClose={() => setRemoving(undefined)}
        >
          <p>
            {factors.length === 1
              ? 'This is your only two-factor method. Removing it turns off two-factor authentication, and your recovery codes will no longer work.'
              : `${FACTOR_LABELS[removing.factor_type].removed} If you signed in with it, you’ll be asked for another method.`}
          </p>
        </ConfirmDialog>
      ) : null}
    </TitledSection>
  );
}
