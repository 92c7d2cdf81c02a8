import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { FormProblem } from './form-problem';
import { useSubmission, type Problem } from './use-submission';

/** Asks before something is done that cannot be taken back. Stays open while it is refused, with the reason. */
export function ConfirmDialog(props: {
  title: string;
  children: ReactNode;
  press: string;
  keep: string;
  act: () => Promise<Problem | undefined>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { title, children, press, keep, act, onDone, onClose } = props;
  const { busy, problem, run } = useSubmission();
  const confirm = async () => {
    if (await run(act)) onDone();
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4">
        {children}
        <FormProblem problem={problem} />
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {keep}
        </Button>
        <Button variant="danger" busyLabel={busy && 'One moment...'} onClick={() => void confirm()}>
          {press}
        </Button>
      </div>
    </Dialog>
  );
}
