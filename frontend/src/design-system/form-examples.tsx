import { useState } from 'react';
import { Button, type ButtonVariant } from '../ui/buttons/button';
import { CopyButton } from '../ui/buttons/copy-button';
import { ResendButton } from '../ui/buttons/resend-button';
import { CheckboxField } from '../ui/forms/checkbox-field';
import { Field, PasswordField } from '../ui/forms/field';
import { SelectField } from '../ui/forms/select-field';
import { TextAreaField } from '../ui/forms/text-area-field';
import { SegmentedControl } from '../ui/forms/segmented-control';
import { Example, ExampleSection } from './example';

const VARIANTS: readonly ButtonVariant[] = ['ink', 'marker', 'outline', 'quiet', 'danger'];

export function FormExamples() {
  const [interval, setInterval] = useState<'month' | 'year'>('month');
  return (
    <ExampleSection title="Buttons and forms">
      <Example name="Button">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
      </Example>
      <Example name="Button: sizes, busy, disabled">
        <Button size="small">Small</Button>
        <Button>Medium</Button>
        <Button size="large">Large</Button>
        <Button busyLabel="Saving...">Save</Button>
        <Button disabled>Disabled</Button>
      </Example>
      <Example name="CopyButton, ResendButton">
        <CopyButton text="copied text" label="Copy" copied="Copied." />
        <ResendButton busy={false} secondsLeft={0} onClick={() => undefined} />
        <ResendButton busy={false} secondsLeft={42} onClick={() => undefined} />
      </Example>
      <Example name="Field: hint, error, disabled">
        <Field label="Name" name="name" hint="As on your card" />
        <Field label="Email" name="email" type="email" error="Enter a valid email address." />
        <Field label="Company" name="company" disabled value="Fjord & Fable" readOnly />
      </Example>
      <Example name="PasswordField, SelectField, TextAreaField, CheckboxField">
        <PasswordField label="Password" name="password" autoComplete="new-password" />
        <SelectField label="Status" name="status">
          <option>Sent</option>
          <option>Failed</option>
        </SelectField>
        <TextAreaField label="Story" name="story" rows={3} />
        <CheckboxField label="I’ve saved these codes" name="saved" />
      </Example>
      <Example name="SegmentedControl">
        <SegmentedControl
          legend="Billing period"
          chosen={interval}
          onChoose={setInterval}
          choices={[
            { key: 'month', label: 'Monthly' },
            { key: 'year', label: 'Yearly', note: 'save 17%' },
          ]}
        />
      </Example>
    </ExampleSection>
  );
}
