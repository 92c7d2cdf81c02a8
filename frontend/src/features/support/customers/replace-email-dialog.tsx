import { useMutation } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import type { StaffCustomer } from '@subscription-site/shared/contracts';
import { isApiError } from '../../../lib/api/api-error';
import { errorMessage } from '../../../lib/api/messages';
import { validateEmail } from '../../../lib/form-validation';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { EmailField } from '../../../ui/forms/email-field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { replaceCustomerEmail } from '../api/support-api';
import { ReasonField } from '../components/reason-field';

/** Replaces the email of a customer who can no longer use it, with a reason for the audit log. */
export function ReplaceEmailDialog(props: {
  customer: StaffCustomer;
  onClose: () => void;
  onReplaced: (customer: StaffCustomer) => void;
}) {
  const { customer, onClose, onReplaced } = props;
  const [email, setEmail] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<{ email?: string; reason?: string }>({});
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => replaceCustomerEmail(customer.id, email.trim(), reason.trim()),
    onSuccess: (replaced) => {
      toastSuccess({ title: 'Email replaced', description: `We notified ${customer.email}.` });
      onReplaced(replaced);
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const found = {
      email: email.trim() ? validateEmail(email) : 'Enter the new email address.',
      reason: reason.trim() ? undefined : 'Enter a reason for the audit log.',
    };
    setErrors(found);
    if (found.email || found.reason) focusFirstError(event.currentTarget);
    else mutate();
  };
  return (
    <Dialog open onClose={onClose} title="Replace this customer’s email?">
      <form noValidate onSubmit={submit} className="grid gap-5">
        <p className="text-small">
          For customers who can no longer use <bdi className="font-semibold break-all">{customer.email}</bdi>.
          Verify their identity first. They’ll sign in with the new email.
        </p>
        <EmailField
          label="New email"
          autoComplete="off"
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <ReasonField value={reason} error={errors.reason} hiddenFrom="customer" onChange={setReason} />
        {error ? (
          <Callout tone="danger" title="Couldn’t replace email">
            <p>
              {isApiError(error, 'email_exists')
                ? 'Another account already has this email.'
                : errorMessage(error)}
            </p>
          </Callout>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Keep email
          </Button>
          <Button type="submit" busyLabel={isPending && 'Replacing...'}>
            Replace email
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
