import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { useState, type SubmitEvent } from 'react';
import { validateName } from '../../../lib/form-validation';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { getFullName } from '../../../lib/session/user-metadata';
import { Button } from '../../../ui/buttons/button';
import { toastSuccess } from '../../../ui/feedback/toast';
import { Field } from '../../../ui/forms/field';
import { focusFirstError } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { TitledSection } from '../../../ui/layout/titled-section';
import { useReloadAccount } from '../api/queries';
import { authFormError } from '../form-errors';

/** Shows and changes the user's name. */
export function FullNameSection({ account }: { account: User }) {
  const reloadAccount = useReloadAccount();
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit();
  const [name, setName] = useState(getFullName(account));
  const [fieldError, setFieldError] = useState<string>();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const invalid = validateName(name);
    setFieldError(invalid);
    if (invalid) return focusFirstError(form);
    const saved = await run(async () => {
      const client = await connect();
      const { error } = await client.updateUser({ data: { full_name: name.trim() } });
      return authFormError(client, 'Couldn’t change your name', error);
    });
    if (!saved) return undefined;
    toastSuccess({ title: 'Name changed', description: 'We’ll use it in our emails.' });
    return reloadAccount();
  };

  return (
    <TitledSection title="Name" lead="We use it in our emails, and our support team can see it.">
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid max-w-form justify-items-start gap-5"
        aria-label="Name"
      >
        <Field
          label="Full name"
          name="fullName"
          autoComplete="name"
          required
          maxLength={NAME_MAX_LENGTH}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={fieldError}
          className="w-full"
        />
        <FormErrorAlert error={formError} />
        <Button type="submit" busyLabel={busy && 'Saving...'}>
          Save name
        </Button>
      </form>
    </TitledSection>
  );
}
