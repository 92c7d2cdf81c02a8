import { useEffect } from 'react';
import { useForm, type FieldPath } from 'react-hook-form';
import type { BillingDetails, SaveBillingDetailsRequest } from '@subscription-site/shared/contracts';
import { COUNTRY_CODES, countryName } from '@subscription-site/shared/countries';
import { hasInvisibleCharacters, NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { ApiError } from '../../../../lib/api/api-error';
import { validateEmail, validateName } from '../../../../lib/form-validation';
import { Button } from '../../../../ui/buttons/button';
import { catchFormError } from '../../../../ui/forms/catch-form-error';
import { Field } from '../../../../ui/forms/field';
import { SelectField } from '../../../../ui/forms/select-field';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { saveBillingDetails } from '../../api/documents-api';

/** An empty string means that the value is missing. */
interface Values {
  name: string;
  company: string;
  address: Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', string>;
  taxId: string;
  invoiceEmail: string;
}

const COUNTRIES = COUNTRY_CODES.map((code) => ({ code, name: countryName(code) })).sort((a, b) =>
  a.name.localeCompare(b.name),
);
const TEXT = { maxLength: NAME_MAX_LENGTH } as const;
const NOT_PLAIN = 'Use a single line without links or email addresses.';
const HAS_INVISIBLE = 'Remove invisible or control characters.';
const isBlank = (text: string): boolean => text.trim() === '';

/** Name, address, VAT ID and email for invoices. */
export function BillingDetailsForm(props: {
  details: BillingDetails;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}) {
  const { busy, formError, run } = useSubmit();
  const { register, handleSubmit, setError, setFocus, getValues, formState } = useForm<Values>({
    defaultValues: toValues(props.details),
  });
  const { errors } = formState;
  // The form replaces the button that opened it.
  useEffect(() => setFocus('name'), [setFocus]);

  /** Shows the server's errors next to their fields and focuses the first one. */
  const showFieldErrors = (fields: readonly FieldError[]) =>
    fields.forEach(({ field, message }, index) =>
      setError(
        field,
        { message: field === 'taxId' ? message : lineError(getValues(field)) },
        { shouldFocus: index === 0 },
      ),
    );

  const save = async (values: Values) => {
    let fieldErrors: FieldError[] = [];
    const saved = await run(async () => {
      const error = await catchFormError('Couldn’t save your billing details', async () => {
        try {
          await saveBillingDetails(toRequest(values));
        } catch (thrown) {
          fieldErrors = toFieldErrors(thrown);
          throw thrown;
        }
      });
      return error && { ...error, shownElsewhere: fieldErrors.length > 0 };
    });
    if (saved) return props.onSaved();
    return showFieldErrors(fieldErrors);
  };

  return (
    <form
      noValidate
      aria-label="Billing details"
      aria-busy={busy}
      className="grid max-w-form gap-5"
      onSubmit={(event) => void handleSubmit(save)(event)}
    >
      <Field
        label="Full name"
        autoComplete="name"
        required
        {...TEXT}
        error={errors.name?.message}
        {...register('name', { validate: validateName })}
      />
      <Field
        label="Company (optional)"
        autoComplete="organization"
        {...TEXT}
        error={errors.company?.message}
        {...register('company')}
      />
      <SelectField
        label="Country or region"
        autoComplete="country"
        required
        error={errors.address?.country?.message}
        {...register('address.country', { required: 'Choose a country or region.' })}
      >
        <option value="">Choose...</option>
        {COUNTRIES.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Address"
        autoComplete="address-line1"
        required
        {...TEXT}
        error={errors.address?.line1?.message}
        {...register('address.line1', { validate: (text) => !isBlank(text) || 'Enter your address.' })}
      />
      <Field
        label="Apartment, suite, etc. (optional)"
        autoComplete="address-line2"
        {...TEXT}
        error={errors.address?.line2?.message}
        {...register('address.line2')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Postal code (optional)"
          autoComplete="postal-code"
          {...TEXT}
          error={errors.address?.postalCode?.message}
          {...register('address.postalCode')}
        />
        <Field
          label="City"
          autoComplete="address-level2"
          required
          {...TEXT}
          error={errors.address?.city?.message}
          {...register('address.city', { validate: (text) => !isBlank(text) || 'Enter your city.' })}
        />
      </div>
      <Field
        label="State or region (optional)"
        autoComplete="address-level1"
        {...TEXT}
        error={errors.address?.state?.message}
        {...register('address.state')}
      />
      <Field
        label="VAT or tax ID (optional)"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        hint="In the European Union, include the country prefix, such as DE136695976."
        error={errors.taxId?.message}
        {...register('taxId')}
      />
      <Field
        label="Email for receipts (optional)"
        type="email"
        autoComplete="off"
        maxLength={254}
        hint="Your accounting department, for example. You’ll still get your own copy."
        error={errors.invoiceEmail?.message}
        {...register('invoiceEmail', {
          validate: (text) => isBlank(text) || (validateEmail(text) ?? true),
        })}
      />
      <FormErrorAlert error={formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busyLabel={busy && 'Saving...'}>
          Save billing details
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function toValues({ name, company, address, taxId, invoiceEmail }: BillingDetails): Values {
  return {
    name,
    company: company ?? '',
    address: {
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      state: address?.state ?? '',
      postalCode: address?.postalCode ?? '',
      country: address?.country ?? '',
    },
    taxId: taxId ?? '',
    invoiceEmail: invoiceEmail ?? '',
  };
}

function toRequest({ name, company, address, taxId, invoiceEmail }: Values): SaveBillingDetailsRequest {
  const { line1, line2, city, state, postalCode, country } = address;
  return {
    name: name.trim(),
    company: company.trim() || null,
    address: {
      line1: line1.trim(),
      line2: line2.trim() || null,
      city: city.trim(),
      state: state.trim() || null,
      postalCode: postalCode.trim() || null,
      country,
    },
    taxId: taxId.trim() || null,
    invoiceEmail: invoiceEmail.trim() || null,
  };
}

const lineError = (value: unknown): string =>
  typeof value === 'string' && hasInvisibleCharacters(value.trim()) ? HAS_INVISIBLE : NOT_PLAIN;

interface FieldError {
  field: FieldPath<Values>;
  message: string;
}

function toFieldErrors(error: unknown): FieldError[] {
  const fields = error instanceof ApiError ? error.details['fields'] : undefined;
  return Array.isArray(fields) ? (fields as FieldError[]) : [];
}
