import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import type { ShareStoryRequest, ShareStoryResponse } from '@subscription-site/shared/contracts';
import { isRefusal } from '../../../lib/api/api-error';
import { callFunction } from '../../../lib/api/client';
import { sentenceOf } from '../../../lib/api/messages';
import type { Faults } from '../../../ui/form-faults';
import { STORY_MAX, STORY_MIN, type StoryEntries, type StoryField } from '../story-rules';

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

/** What each entry has to be, for faults that only the server sees. */
const WANTED: Record<StoryField, string> = {
  name: `Use plain words, without links or addresses, and at most ${NAME_MAX_LENGTH} characters.`,
  company: `Use plain words, without links or addresses, and at most ${NAME_MAX_LENGTH} characters.`,
  email: 'Enter a plain email address like name@example.com.',
  story: `Use plain text of ${STORY_MIN} to ${STORY_MAX.toLocaleString('en-US')} characters.`,
  consent: 'Without your consent we may not keep the story.',
};

/** What the server found wrong with each entry, by its name; empty where it said nothing of the kind. */
export function faultsOf(fault: unknown): Faults<StoryField> {
  if (!isRefusal(fault, 'validation_failed')) return {};
  const told: unknown = fault.details['fields'];
  if (!Array.isArray(told)) return {};
  const names = (told as { field?: unknown }[]).map(({ field }) => field);
  const faulty = (Object.keys(WANTED) as StoryField[]).filter((name) => names.includes(name));
  return Object.fromEntries(faulty.map((name) => [name, WANTED[name]]));
}

/** Why a story was not taken, as a sentence. */
export function refusalOf(fault: unknown): string {
  if (!isRefusal(fault, 'rate_limited')) return sentenceOf(fault);
  const wait = fault.retryAfterSeconds;
  const when = wait === undefined ? 'later' : `in ${inWords(wait)}`;
  return `We have received several stories from this address or connection already. Please send the next one ${when}.`;
}

/** A wait in its largest unit; rather too long than too short. */
function inWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? (['second', 1] as const);
  const count = Math.ceil(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const UNITS = [
  ['hour', 3_600],
  ['minute', 60],
] as const;
