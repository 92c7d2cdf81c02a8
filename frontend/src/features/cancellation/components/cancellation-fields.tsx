import {
  MAX_CANCELLATION_REASON_LENGTH,
  MAX_CANCELLATION_TEXT_LENGTH,
  type CancellationKind,
} from '@subscription-site/shared/contracts';
import type { ReactNode } from 'react';
import { CANCELLATION_FORM } from '../../../content/cancellation';
import { EmailField } from '../../../ui/forms/email-field';
import { Field } from '../../../ui/forms/field';
import { TextAreaField } from '../../../ui/forms/text-area-field';
import { CANCELLATION_FORM_ID, FIELDS, LABELS } from '../cancellation-form';

/**
 * The form of a cancellation or withdrawal. Its code is not loaded on a prerendered page: the browser checks the fields, and CSS shows
 * those that a choice needs.
 */
export function CancellationFields({ kind }: { kind: CancellationKind }) {
  return (
    <form id={CANCELLATION_FORM_ID} className="group grid gap-6 [&_:is(input,textarea)]:scroll-mb-28">
      <Field
        label={LABELS.name}
        name={FIELDS.name}
        autoComplete="name"
        required
        maxLength={MAX_CANCELLATION_TEXT_LENGTH}
      />
      <EmailField name={FIELDS.email} hint={CANCELLATION_FORM.emailHint} maxLength={254} />
      <Field
        label={`${LABELS.contract} (optional)`}
        name={FIELDS.contract}
        autoComplete="off"
        maxLength={MAX_CANCELLATION_TEXT_LENGTH}
        hint={CANCELLATION_FORM.contractHint}
      />
      {kind === 'cancel' ? <CancellationTerms /> : null}
    </form>
  );
}

function CancellationTerms() {
  return (
    <>
      <fieldset>
        <Legend>Type of cancellation</Legend>
        <Choice name={FIELDS.cause} value="ordinary" label="Regular cancellation" defaultChecked />
        <Choice name={FIELDS.cause} value="good-cause" label="Cancellation for good cause" />
        <TextAreaField
          label={LABELS.reason}
          name={FIELDS.reason}
          rows={4}
          maxLength={MAX_CANCELLATION_REASON_LENGTH}
          className="mt-2 hidden group-has-[[value=good-cause]:checked]:block"
        />
      </fieldset>
      <fieldset>
        <Legend>When should it end?</Legend>
        <Choice name={FIELDS.when} value="soonest" label="As soon as possible" defaultChecked />
        <Choice name={FIELDS.when} value="date" label="On a specific date" />
        <Field
          label={LABELS.effective}
          name={FIELDS.effective}
          type="date"
          className="mt-2 hidden group-has-[[value=date]:checked]:block"
        />
      </fieldset>
    </>
  );
}

function Legend({ children }: { children: ReactNode }) {
  return <legend className="mb-1 text-small font-semibold">{children}</legend>;
}

function Choice(props: { name: string; value: string; label: string; defaultChecked?: boolean }) {
  const { label, ...input } = props;
  return (
    <label className="flex min-h-11 items-center gap-3 text-small sm:min-h-9">
      <input {...input} type="radio" className="size-5 shrink-0 accent-ink" />
      {label}
    </label>
  );
}
