import { NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { SHARE } from '../../../content/customer-stories';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { CheckboxField } from '../../../ui/forms/checkbox-field';
import { Field } from '../../../ui/forms/field';
import { FileField } from '../../../ui/forms/file-field';
import { TextAreaField } from '../../../ui/forms/text-area-field';
import { Captcha } from '../../../ui/captcha/captcha';
import { Callout } from '../../../ui/feedback/callout';
import { PageLink } from '../../../ui/navigation/page-link';
import { MAX_PICTURES, MAX_STORY_LENGTH, PICTURE_TYPES } from '../story-validation';
import { useStoryForm } from '../use-story-form';

export function StoryForm() {
  const { values, errors, formError, busy, form, captcha, change, submit, ...story } = useStoryForm();
  const canRetry = story.failedUploads.some(({ rejected }) => !rejected);
  if (story.sent)
    return (
      <div>
        <FocusedHeading level={3} className="text-h3">
          {SHARE.sent.title}
        </FocusedHeading>
        <p className="mt-2 text-ink-soft">{SHARE.sent.text}</p>
        {story.failedUploads.length > 0 ? (
          <Callout tone="danger" title="Some pictures weren’t uploaded" className="mt-6">
            <ul className="mb-4 wrap-anywhere">
              {story.failedUploads.map(({ path, file, rejected }) => (
                <li key={path}>
                  {file.name}
                  {rejected ? ' is damaged or doesn’t match its type.' : null}
                </li>
              ))}
            </ul>
            {canRetry ? (
              <Button busyLabel={busy && 'Uploading...'} onClick={() => void story.retryUploads()}>
                Upload again
              </Button>
            ) : (
              <p>
                We have your story without{' '}
                {story.failedUploads.length === 1 ? 'this picture' : 'these pictures'}.
              </p>
            )}
          </Callout>
        ) : null}
        {canRetry ? null : (
          <Button variant="outline" className="mt-6" onClick={story.reset}>
            Share another
          </Button>
        )}
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
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
          error={errors.name}
        />
        <Field
          label="Company"
          name="company"
          autoComplete="organization"
          required
          maxLength={NAME_MAX_LENGTH}
          value={values.company}
          onChange={(event) => change({ company: event.target.value })}
          error={errors.company}
        />
      </div>
      <EmailField
        hint="Only used for questions about your story. Never published."
        value={values.email}
        onChange={(event) => change({ email: event.target.value })}
        error={errors.email}
      />
      <TextAreaField
        label="Your story"
        name="story"
        required
        rows={5}
        hint={`What did you find, and what did you do about it? Up to ${MAX_STORY_LENGTH.toLocaleString('en-US')} characters.`}
        value={values.story}
        onChange={(event) => change({ story: event.target.value })}
        error={errors.story}
      />
      <FileField
        label="Pictures (optional)"
        name="pictures"
        multiple
        accept={PICTURE_TYPES.join(',')}
        hint={`Up to ${MAX_PICTURES} JPEG, PNG, or WebP pictures, up to 5 MB each.`}
        onChange={(event) => change({ pictures: [...(event.target.files ?? [])] })}
        error={errors.pictures}
      />
      <CheckboxField
        label={SHARE.consent}
        name="consent"
        required
        checked={values.consent}
        onChange={(event) => change({ consent: event.target.checked })}
        error={errors.consent}
      />
      {formError ? (
        <Callout tone="danger" title="Your story wasn’t sent">
          <p>{formError}</p>
        </Callout>
      ) : null}
      <Captcha captcha={captcha} error={errors.captcha} />
      <Button type="submit" size="large" busyLabel={busy && 'Sending...'}>
        Send your story
      </Button>
      <p className="text-fine text-ink-faint">
        Learn how we handle it in the{' '}
        <PageLink to="/privacy" newTab>
          Privacy Policy
        </PageLink>
        .
      </p>
    </form>
  );
}
