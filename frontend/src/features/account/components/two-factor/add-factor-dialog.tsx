import { useRef, useState } from 'react';
import type { SecondFactor } from '@subscription-site/shared/brand';
import { logError } from '../../../../lib/log';
import { useAuth } from '../../../../lib/session/auth-context';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { discardFactor } from '../../enrollment';
import { FACTOR_LABELS } from '../../factor-labels';
import { EnrollApp } from './enroll-app';
import { EnrollKey } from './enroll-key';
import { EnrollPhone } from './enroll-phone';

const FORMS = { totp: EnrollApp, webauthn: EnrollKey, phone: EnrollPhone };

interface Props {
  /** Skips the choice when there is only one. */
  kinds: readonly SecondFactor[];
  /** Title of the choice. */
  title: string;
  existingNames: readonly string[];
  onAdded: (kind: SecondFactor, name: string) => void;
  onClose: () => void;
}

/** Adds a second factor: choose a type, then enroll it. Canceling discards an unfinished enrollment. */
export function AddFactorDialog({ kinds, title, existingNames, onAdded, onClose }: Props) {
  const { connect } = useAuth();
  const [kind, setKind] = useState(kinds.length === 1 ? kinds[0] : undefined);
  const startedId = useRef<string>(undefined);
  const cancel = () => {
    onClose();
    const factorId = startedId.current;
    if (!factorId) return;
    connect()
      .then((client) => discardFactor(client, factorId))
      .catch((error: unknown) => logError('unfinished factor', error));
  };
  const Form = kind && FORMS[kind];

  return (
    <Dialog open onClose={cancel} title={kind ? FACTOR_LABELS[kind].add : title}>
      {Form ? (
        <Form
          existingNames={existingNames}
          onStarted={(factorId) => (startedId.current = factorId)}
          onAdded={(name) => onAdded(kind, name)}
          onCancel={cancel}
        />
      ) : (
        <FactorChoice kinds={kinds} onChoose={setKind} />
      )}
    </Dialog>
  );
}

function FactorChoice(props: { kinds: readonly SecondFactor[]; onChoose: (kind: SecondFactor) => void }) {
  return (
    <>
      <p className="mb-5 text-small text-ink-soft">Choose what to use in addition to your password.</p>
      <ul className="grid gap-3">
        {props.kinds.map((kind) => (
          <li key={kind}>
            <button
              type="button"
              onClick={() => props.onChoose(kind)}
              className="w-full rounded-control border border-rule-strong bg-card px-4 py-3.5 text-left hover:border-ink"
            >
              <span className="block font-semibold">{FACTOR_LABELS[kind].kind}</span>
              <span className="block text-small text-ink-soft">{FACTOR_LABELS[kind].about}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
