import { useForm } from 'react-hook-form';
import { EMAIL_STATUS_LABELS, EMAIL_TEMPLATE_LABELS } from '../../../content/support-labels';
import { Field } from '../../../ui/forms/field';
import { FilterSelect } from '../components/filter-select';
import { SearchForm } from '../components/search-form';
import { EMPTY_EMAIL_FILTER, type EmailFilterValues } from './email-filter';

/** Remount to show another filter. */
export function EmailFilterForm(props: {
  shown: EmailFilterValues;
  onFilter: (values: EmailFilterValues) => void;
}) {
  const { status, template, from, to } = props.shown;
  const { register, handleSubmit, reset } = useForm({ defaultValues: props.shown });
  const clear = () => {
    reset(EMPTY_EMAIL_FILTER);
    props.onFilter(EMPTY_EMAIL_FILTER);
  };
  return (
    <SearchForm
      label="Emails"
      columns="grid-cols-2 lg:grid-cols-[2fr_1fr_1.5fr_1fr_1fr]"
      onSubmit={handleSubmit(props.onFilter)}
      onClear={clear}
      moreCount={[status, template, from, to].filter(Boolean).length}
      more={
        <>
          <FilterSelect label="Status" labels={EMAIL_STATUS_LABELS} {...register('status')} />
          <FilterSelect label="Template" labels={EMAIL_TEMPLATE_LABELS} {...register('template')} />
          <Field label="From" type="date" {...register('from')} className="max-sm:col-span-2" />
          <Field label="To" type="date" {...register('to')} className="max-sm:col-span-2" />
        </>
      }
    >
      <Field
        label="Recipient"
        type="search"
        autoComplete="off"
        {...register('recipient')}
        className="max-lg:col-span-2"
      />
    </SearchForm>
  );
}
