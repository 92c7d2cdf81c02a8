import { useRef, useState } from 'react';
import type { SecondFactor } from '@subscription-site/shared/brand';
import { logFault } from '../../../../lib/log';
import { useAuth } from '../../../../lib/session/auth-context';
import { Dialog } from '../../../../ui/dialog';
import { forgetFactor } from '../../enrolment';
import { FACTOR_WORDS } from '../../factor-words';
import { EnrolApp } from './enrol-app';
import { EnrolKey } from './enrol-key';
import { EnrolPhone } from './enrol-phone';

const FORMS = { totp: EnrolApp, webauthn: EnrolKey, phone: EnrolPhone };

interface Props {
  /** What may be added; where there is one thing only, nothing is asked. */
  kinds: readonly SecondFactor[];
  /** Title while it is asked which. */
  title: string;
  /** Names of the factors there are. */
  taken: readonly string[];
  onAdded: (kind: SecondFactor, name: string) => void;
  onClose: () => void;
}

/** Adds a second factor: which kind, then what that kind takes. What is given up leaves nothing behind. */
export function AddFactorDialog({ kinds, title, taken, onAdded, onClose }: Props) {
  const { connect } = useAuth();
  const [kind, setKind] = useState(kinds.length === 1 ? kinds[0] : undefined);
  const begun = useRef<string>(undefined);
  const giveUp = () => {
    onClose();
    const factorId = begun.current;
    if (!factorId) return;
    connect()
      .then((client) => forgetFactor(client, factorId))
      .catch((fault: unknown) => logFault('unfinished factor', fault));
  };
  const Form = kind && FORMS[kind];

  return (
    <Dialog open onClose={giveUp} title={kind ? FACTOR_WORDS[kind].add : title}>
      {Form ? (
        <Form
          taken={taken}
          onBegun={(factorId) => (begun.current = factorId)}
          onAdded={(name) => onAdded(kind, name)}
          onCancel={giveUp}
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
              className="w-full rounded-control border border-rule-strong bg-sheet px-4 py-3.5 text-left hover:border-ink"
            >
              <span className="block font-semibold">{FACTOR_WORDS[kind].kind}</span>
              <span className="block text-small text-ink-soft">{FACTOR_WORDS[kind].about}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
