import { useState } from 'react';
import { showKey, type Factor } from '../../../../lib/session/factors';
import { keySentence } from '../../../../lib/session/passkeys';
import { Button } from '../../../../ui/button';
import { FormProblem } from '../../../../ui/form-problem';
import { useFirstFocus } from '../../../../ui/use-first-focus';
import { useSubmission } from '../../../../ui/use-submission';
import { useProof, type ProofProps } from './use-proof';

/** A key on this device, or one that is plugged in or held to it. The browser asks for it when the button is pressed. */
export function KeyStep({ factor, onActing, onDone }: ProofProps & { factor: Factor }) {
  const { prove } = useProof(onActing);
  const { busy, problem, run } = useSubmission();
  const first = useFirstFocus<HTMLButtonElement>();
  const [done, setDone] = useState(false);
  const name = factor.friendly_name || 'your security key';

  const show = async () => {
    const right = await run(() =>
      prove(async (client) => {
        const fault = await showKey(client, factor.id);
        return fault && { name: fault.name, code: fault.code, message: keySentence(fault) };
      }, {}),
    );
    if (!right) return undefined;
    setDone(true);
    return onDone();
  };

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        Have <span className="font-semibold">{name}</span> at hand. Your browser asks for it next.
      </p>
      <FormProblem problem={problem} />
      <Button
        ref={first}
        size="large"
        busyLabel={(busy && 'Waiting for your key...') || (done && 'Redirecting...')}
        onClick={() => void show()}
      >
        Use security key
      </Button>
    </div>
  );
}
