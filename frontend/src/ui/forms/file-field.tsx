import { Field, type FieldProps } from './field';

const FILE_CLASS =
  'py-1.5 pl-1.5 text-small text-ink-soft file:mr-3 file:min-h-9 file:rounded-control file:border file:border-rule-strong file:bg-well file:px-3 file:font-semibold file:text-ink';

export function FileField(props: Omit<FieldProps, 'type' | 'trailing' | 'inputClassName'>) {
  return <Field {...props} type="file" inputClassName={FILE_CLASS} />;
}
