import { useState } from 'react';
import { Button } from '../ui/buttons/button';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog';
import { DialogOpener, PageDialog } from '../ui/dialogs/page-dialog';
import { Callout } from '../ui/feedback/callout';
import { EmptyState } from '../ui/feedback/empty-state';
import { Loading } from '../ui/feedback/loading';
import { Skeleton } from '../ui/feedback/skeleton';
import { toastError, toastSuccess } from '../ui/feedback/toast';
import { Example, ExampleSection } from './example';

export function FeedbackExamples() {
  const [confirming, setConfirming] = useState(false);
  return (
    <ExampleSection title="Feedback and dialogs">
      <Example name="Callout">
        {(['plain', 'marker', 'success', 'danger'] as const).map((tone) => (
          <Callout key={tone} tone={tone} title={tone} silent>
            <p>A message on the page.</p>
          </Callout>
        ))}
      </Example>
      <Example name="EmptyState">
        <EmptyState title="No matching emails" action={<Button variant="outline">Show all emails</Button>}>
          Try another recipient, status, or date.
        </EmptyState>
      </Example>
      <Example name="Loading, Skeleton">
        <Loading label="Loading..." />
        <Skeleton className="w-56" />
      </Example>
      <Example name="Toast">
        <Button
          variant="outline"
          onClick={() => toastSuccess({ title: 'Saved', description: 'Your changes are live.' })}
        >
          Success
        </Button>
        <Button
          variant="outline"
          onClick={() => toastError({ title: 'Not saved', description: 'Please try again.' })}
        >
          Error
        </Button>
      </Example>
      <Example name="PageDialog, ConfirmDialog">
        <DialogOpener dialogId="example-dialog" variant="outline">
          Open dialog
        </DialogOpener>
        <PageDialog id="example-dialog" title="A dialog" lightDismiss>
          <p>It works before hydration.</p>
        </PageDialog>
        <Button variant="danger" onClick={() => setConfirming(true)}>
          Confirm
        </Button>
        {confirming ? (
          <ConfirmDialog
            title="Sign out everywhere?"
            confirmLabel="Sign out everywhere"
            cancelLabel="Stay signed in"
            action={() => Promise.resolve({ title: 'Couldn’t sign out', description: 'Please try again.' })}
            onDone={() => setConfirming(false)}
            onClose={() => setConfirming(false)}
          >
            <p>This example always fails, to show the error.</p>
          </ConfirmDialog>
        ) : null}
      </Example>
    </ExampleSection>
  );
}
