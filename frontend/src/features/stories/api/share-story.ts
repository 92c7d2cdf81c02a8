import type { ShareStoryRequest, ShareStoryResponse } from '@subscription-site/shared/contracts';
import { ApiError } from '../../../lib/api/api-error';
import { callFunction } from '../../../lib/api/client';
import type { Faults } from '../../../ui/form-faults';
import type { StoryEntries, StoryField } from '../story-rules';

/** Sends a story in, with the answer of the check that a person is there, where there is one. Throws what the call throws. */
export async function shareStory(entries: StoryEntries, captchaToken: string | undefined): Promise<void> {
  const { name, company, email, story, consent } = entries;
  const request: ShareStoryRequest = {
    name: name.trim(),
    company: company.trim(),
    email: email.trim(),
    story: story.trim(),
    consent,
    captchaToken,
  };
  await callFunction<ShareStoryResponse>('share-story', request);
}

/** What the server found wrong with each entry, by its name; empty where it said nothing of the kind. */
export function faultsOf(fault: unknown, fields: readonly StoryField[]): Faults<StoryField> {
  if (!(fault instanceof ApiError) || fault.code !== 'validation_failed') return {};
  const told: unknown = fault.details['fields'];
  if (!Array.isArray(told)) return {};
  const pairs = (told as { field?: unknown; message?: unknown }[]).flatMap(({ field, message }) => {
    const known = fields.find((name) => name === field);
    return known && typeof message === 'string' ? [[known, message] as const] : [];
  });
  return Object.fromEntries(pairs);
}
