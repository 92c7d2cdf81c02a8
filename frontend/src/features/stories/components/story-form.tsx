import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { SHARE } from '../../../content/customer-stories';
import { ArrivingHeading } from '../../../ui/arriving-heading';
import { Button } from '../../../ui/button';
import { EmailField } from '../../../ui/email-field';
import { CheckField, Field, TextField } from '../../../ui/field';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { Notice } from '../../../ui/notice';
import { PageLink } from '../../../ui/page-link';
import { STORY_MAX } from '../story-rules';
import { useStoryForm } from '../use-story-form';

/** Takes a visitor's story, with the consent to publish it. */
export function StoryForm() {
  const { entries, faults, problem, busy, sent, form, human, enter, submit, again } = useStoryForm();
  if (sent)
    return (
      <div>
        <ArrivingHeading level={3} className="text-h3">
          {SHARE.sent.title}
        </ArrivingHeading>
        <p className="mt-2 mb-6 text-ink-soft">{SHARE.sent.text}</p>
        <Button variant="outline" onClick={again}>
          Share another
        </Button>
      </div>
    );
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5" aria-label={SHARE.button}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          maxLength={NAME_MAX_LENGTH}
          value={entries.name}
          onChange={(event) => enter({ name: event.target.value })}
          error={faults.name}
        />
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          required
          maxLength={NAME_MAX_LENGTH}
          value={entries.company}
          onChange={(event) => enter({ company: event.target.value })}
          error={faults.company}
        />
      </div>
      <EmailField
        hint="Only for questions about your story. It is not published."
        value={entries.email}
        onChange={(event) => enter({ email: event.target.value })}
        error={faults.email}
      />
      <TextField
        label="Your story"
        name="story"
        required
        rows={5}
        hint={`What did you find, and what did you do about it? Up to ${STORY_MAX.toLocaleString('en-US')} characters.`}
        value={entries.story}
        onChange={(event) => enter({ story: event.target.value })}
        error={faults.story}
      />
      <CheckField
        label={SHARE.consent}
        name="consent"
        required
        checked={entries.consent}
        onChange={(event) => enter({ consent: event.target.checked })}
        error={faults.consent}
      />
      {problem ? (
        <Notice tone="danger" title="Your story was not sent">
          <p>{problem}</p>
        </Notice>
      ) : null}
      <HumanCheck check={human} error={faults.human} />
      <Button type="submit" size="large" busyLabel={busy && 'Sending...'}>
        Send your story
      </Button>
      <p className="text-fine text-ink-faint">
        How we handle it is described in the{' '}
        <PageLink to="/privacy" newTab>
          Privacy Policy
        </PageLink>
        .
      </p>
    </form>
  );
}
