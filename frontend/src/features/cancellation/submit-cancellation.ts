import type {
  CancellationKind,
  SubmitCancellationRequest,
  SubmitCancellationResponse,
} from '@subscription-site/shared/contracts';
import { PLAIN_TEXT } from '@subscription-site/shared/plain-text';
import { FUNCTIONS_PATH } from '@subscription-site/shared/paths';
import { isApiError, type ApiError } from '../../lib/api/api-error';
import { callApi } from '../../lib/api/client';
import { errorMessage } from '../../lib/api/messages';
import { logError } from '../../lib/log';
import { FIELDS, LABELS } from './cancellation-form';

/** What was submitted, and when it was received. */
export interface SubmittedCancellation extends SubmitCancellationRequest, SubmitCancellationResponse {}

export type SubmissionResult = { submission: SubmittedCancellation } | { error: string };

const NOT_PLAIN = 'contains invisible characters. Delete the text and type it again.';

/** Submitting the same form again, after a lost response, reuses its key. */
let latest = { body: '', key: '' };

/** Submits the form. Returns undefined if a field is invalid: the browser shows the message. */
export async function submitCancellation(
  form: HTMLFormElement,
  kind: CancellationKind,
): Promise<SubmissionResult | undefined> {
  const request = readForm(form, kind);
  if (!request) return undefined;
  const body = JSON.stringify(request);
  if (latest.body !== body) latest = { body, key: crypto.randomUUID() };
  try {
    const response = await callApi<SubmitCancellationResponse>(`${FUNCTIONS_PATH}/submit-cancellation`, {
      body: request,
      idempotencyKey: latest.key,
    });
    return { submission: { ...request, ...response } };
  } catch (error) {
    if (!isApiError(error, 'validation_failed')) logError('cancellation', error);
    else if (rejectNamed(form, error)) return undefined;
    return { error: errorMessage(error) };
  }
}

function readForm(form: HTMLFormElement, kind: CancellationKind): SubmitCancellationRequest | undefined {
  const data = new FormData(form);
  const read = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const reason = read(FIELDS.cause) === 'good-cause' ? read(FIELDS.reason) : undefined;
  const effective = read(FIELDS.when) === 'date' ? read(FIELDS.effective) : undefined;
  if (!read(FIELDS.name)) return reject(form, FIELDS.name, 'Enter your full name.');
  if (reason === '') return reject(form, FIELDS.reason, 'Enter your reason.');
  if (effective === '') return reject(form, FIELDS.effective, 'Choose a date.');
  if (effective && effective < today())
    return reject(form, FIELDS.effective, 'Choose today or a later date.');
  const contract = read(FIELDS.contract);
  const texts = {
    [FIELDS.name]: read(FIELDS.name),
    [FIELDS.contract]: contract,
    [FIELDS.reason]: reason ?? '',
  };
  for (const name of [FIELDS.name, FIELDS.contract, FIELDS.reason] as const)
    if (!PLAIN_TEXT.test(texts[name])) return reject(form, name, `${LABELS[name]} ${NOT_PLAIN}`);
  return {
    kind,
    name: read(FIELDS.name),
    email: read(FIELDS.email),
    ...(contract && { contract }),
    ...(reason && { reason }),
    ...(effective && { effective }),
  };
}

/** In the visitor's time zone: `2026-12-31`. */
function today(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** Shows the server's message at the field that it names. False if it names none. */
function rejectNamed(form: HTMLFormElement, { details }: ApiError): boolean {
  const [first] = (details.fields as { field: string; message: string }[] | undefined) ?? [];
  const name = Object.values(FIELDS).find((known) => known === first?.field);
  if (!first || !name || !(name in LABELS)) return false;
  // Most messages begin with the name of the field.
  const message = first.message.replace(new RegExp(`^${name}\\b`), LABELS[name as keyof typeof LABELS]);
  reject(form, name, message);
  return true;
}

/** Shows the message at the field, as the browser shows its own. */
function reject(form: HTMLFormElement, name: string, message: string): undefined {
  const input = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
  input.setCustomValidity(message);
  input.addEventListener('input', () => input.setCustomValidity(''), { once: true });
  form.addEventListener('change', () => input.setCustomValidity(''), { once: true });
  input.reportValidity();
  return undefined;
}
