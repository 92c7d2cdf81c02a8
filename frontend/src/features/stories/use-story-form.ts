import { useRef, useState, type SubmitEvent } from 'react';
import { useCaptcha } from '../../lib/use-captcha';
import { logError } from '../../lib/log';
import { focusFirstError, isValid, type FieldErrors } from '../../ui/forms/field-errors';
import { preserveFocus } from '../../ui/focus/preserve-focus';
import {
  toFieldErrors,
  shareStory,
  storyErrorMessage,
  uploadPictures,
  type FailedUpload,
} from './share-story';
import { EMPTY_STORY, validateStory, type StoryValues, type StoryField } from './story-validation';

/** A field or the captcha. */
type StoryError = StoryField | 'captcha';

/** State of the story form. Values survive every error. */
export function useStoryForm() {
  const [values, setValues] = useState(EMPTY_STORY);
  const [errors, setErrors] = useState<FieldErrors<StoryError>>({});
  const [formError, setFormError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [failedUploads, setFailedUploads] = useState<readonly FailedUpload[]>([]);
  const captcha = useCaptcha();
  const form = useRef<HTMLFormElement>(null);

  const change = (change: Partial<StoryValues>) => setValues((before) => ({ ...before, ...change }));

  const showErrors = (found: FieldErrors<StoryError>) => {
    setErrors(found);
    focusFirstError(form.current);
  };

  const send = async () => {
    const restoreFocus = preserveFocus();
    setBusy(true);
    try {
      setFailedUploads(await uploadPictures(await shareStory(values, captcha.takeToken())));
      setSent(true);
      setValues(EMPTY_STORY);
    } catch (error) {
      const found = toFieldErrors(error);
      if (!isValid(found)) showErrors(found);
      else {
        logError('story', error);
        setFormError(storyErrorMessage(error));
      }
    }
    setBusy(false);
    restoreFocus();
  };

  const retryUploads = async () => {
    setBusy(true);
    const rejected = failedUploads.filter((upload) => upload.rejected);
    const others = failedUploads.filter((upload) => !upload.rejected);
    setFailedUploads([...rejected, ...(await uploadPictures(others))]);
    setBusy(false);
  };

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFormError(undefined);
    const found = { ...validateStory(values), captcha: captcha.validate() };
    if (!isValid(found)) return showErrors(found);
    setErrors({});
    return void send();
  };

  return {
    values,
    errors,
    formError,
    busy,
    sent,
    failedUploads,
    retryUploads,
    form,
    captcha,
    change,
    submit,
    reset: () => setSent(false),
  };
}
