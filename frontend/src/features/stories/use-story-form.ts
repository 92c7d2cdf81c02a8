import { useRef, useState, type SubmitEvent } from 'react';
import { useHumanCheck } from '../../lib/human/use-human-check';
import { logFault } from '../../lib/log';
import { focusFirstFault, isSound, type Faults } from '../../ui/form-faults';
import { noteFocus } from '../../ui/note-focus';
import { faultsOf, refusalOf, shareStory } from './api/share-story';
import { NO_ENTRIES, storyFaults, type StoryEntries, type StoryField } from './story-rules';

/** What can be wrong: an entry, or the check that a person is there. */
type Fault = StoryField | 'human';

/** The form for a story: its entries, what is wrong with them, and how sending went. What was typed survives every refusal. */
export function useStoryForm() {
  const [entries, setEntries] = useState(NO_ENTRIES);
  const [faults, setFaults] = useState<Faults<Fault>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const human = useHumanCheck();
  const form = useRef<HTMLFormElement>(null);

  const enter = (change: Partial<StoryEntries>) => setEntries((before) => ({ ...before, ...change }));

  const refuse = (found: Faults<Fault>) => {
    setFaults(found);
    focusFirstFault(form.current);
  };

  const send = async () => {
    const giveFocusBack = noteFocus();
    setBusy(true);
    try {
      await shareStory(entries, human.spend());
      setSent(true);
      setEntries(NO_ENTRIES);
    } catch (fault) {
      const found = faultsOf(fault);
      if (!isSound(found)) refuse(found);
      else {
        logFault('story', fault);
        setProblem(refusalOf(fault));
      }
    }
    setBusy(false);
    giveFocusBack();
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(undefined);
    const found = { ...storyFaults(entries), human: human.missing() };
    if (!isSound(found)) return refuse(found);
    setFaults({});
    return void send();
  };

  return { entries, faults, problem, busy, sent, form, human, enter, submit, again: () => setSent(false) };
}
