const LATEST_SENT_AT = '(select max(sent_at) from emails)';

/** Conditions on an attempt: whether an email has been sent since it failed. */
export const SENT_SINCE = `attempt.finished_at < ${LATEST_SENT_AT}`;
export const NOTHING_SENT_SINCE = `attempt.finished_at >= coalesce(${LATEST_SENT_AT}, '-infinity')`;
export const NOTHING_SENT_BEFORE_FAILURE = `not exists (
  select from emails sent where sent.sent_at between attempt.finished_at - interval '5 seconds' and attempt.finished_at)`;
