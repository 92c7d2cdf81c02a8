import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { Icon } from '../icons/icons';

const INPUT_CLASS =
  'block w-full min-h-12 scroll-mb-14 rounded-control border bg-card px-3.5 text-body text-ink placeholder:text-ink-faint inactive:bg-well inactive:text-ink-faint';

/** Input styles, also for third-party inputs. */
export function inputClass(invalid: boolean, extra?: string): string {
  return classNames(INPUT_CLASS, invalid ? 'border-danger border-2' : 'border-rule-strong', extra);
}

export interface LabeledProps {
  label: string;
  hint?: ReactNode;
  /** Shown below the input and linked with aria-describedby. */
  error?: string;
}

export interface FieldProps extends LabeledProps, Omit<ComponentProps<'input'>, 'id'> {
  /** Rendered inside the right edge of the input. */
  trailing?: ReactNode;
  inputClassName?: string;
}

export function Field({ label, hint, error, trailing, className, inputClassName, ...input }: FieldProps) {
  const id = useId();
  const messageIds = describedBy(id, hint, error);
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={messageIds}
          className={inputClass(Boolean(error), trailing ? 'pr-20' : inputClassName)}
        />
        {trailing}
      </div>
      <FieldMessages id={id} hint={hint} error={error} />
    </div>
  );
}

/** A password input that can be revealed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 right-0.5 min-w-11 rounded-control px-2.5 text-fine font-semibold text-ink-soft hover:bg-well hover:text-ink"
        >
          {shown ? 'Hide' : 'Show'}
          <span className="sr-only"> {props.label.toLowerCase()}</span>
        </button>
      }
    />
  );
}

export function Label({ children, ...label }: ComponentProps<'label'>) {
  return (
    <label {...label} className="mb-1.5 block text-small font-semibold">
      {children}
    </label>
  );
}

/** IDs of the messages below an input, for `aria-describedby`. */
export function describedBy(id: string, hint: ReactNode, error: string | undefined): string | undefined {
  return classNames(error && `${id}-error`, hint ? `${id}-hint` : undefined) || undefined;
}

/** Hint and error below an input, with the IDs of {@link describedBy}. */
export function FieldMessages({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  return (
    <>
      {error ? (
        <FieldError key={error} inputId={id}>
          {error}
        </FieldError>
      ) : null}
      {hint ? (
        <div id={`${id}-hint`} className="mt-2 text-fine text-ink-faint">
          {hint}
        </div>
      ) : null}
    </>
  );
}

/** Errors are read with the input when it gets focus. If it already has focus, the error is announced. */
function FieldError({ inputId, children }: { inputId: string; children: string }) {
  const [hasFocus] = useState(() => document.activeElement?.id === inputId);
  return (
    <p
      id={`${inputId}-error`}
      data-error=""
      role={hasFocus ? 'alert' : undefined}
      className="mt-2 flex gap-1.5 text-small font-medium text-danger"
    >
      <Icon className="mt-0.5 size-4.5">
        <path d="M10 2.5 18.5 17h-17L10 2.5ZM10 8v4M10 14.2v.3" />
      </Icon>
      <span>{children}</span>
    </p>
  );
}
