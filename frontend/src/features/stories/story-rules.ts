import { isPersonName, isPlainLine, NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { emailFault } from '../../lib/entries';
import type { Faults } from '../../ui/form-faults';

export const STORY_MIN = 20;
export const STORY_MAX = 5000;

export interface StoryEntries {
  name: string;
  company: string;
  email: string;
  story: string;
  consent: boolean;
}

export type StoryField = keyof StoryEntries;

export const NO_ENTRIES: StoryEntries = { name: '', company: '', email: '', story: '', consent: false };

/** What is wrong with a story before it is sent; the server has the last word. */
export function storyFaults(entries: StoryEntries): Faults<StoryField> {
  return {
    name: lineFault(entries.name, 'Enter your name.', isPersonName),
    company: lineFault(entries.company, 'Enter the name of your company.', isPlainLine),
    email: emailFault(entries.email),
    story: textFault(entries.story.trim()),
    consent: entries.consent ? undefined : 'Without your consent we may not keep the story.',
  };
}

function lineFault(line: string, missing: string, isFine: (text: string) => boolean): string | undefined {
  const text = line.trim();
  if (!text) return missing;
  if (text.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  return isFine(text) ? undefined : 'Use plain words, without links or addresses.';
}

function textFault(text: string): string | undefined {
  if (!text) return 'Tell us your story.';
  if (text.length < STORY_MIN) return `Tell us a little more: at least ${STORY_MIN} characters.`;
  return text.length > STORY_MAX
    ? `Shorten it to ${STORY_MAX.toLocaleString('en-US')} characters; it has ${text.length.toLocaleString('en-US')} now.`
    : undefined;
}
