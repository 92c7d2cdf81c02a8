/** Columns of an email, aliased to the fields of `Email`. */
export const EMAIL_COLUMNS = `
  id, origin_id as "originId", replay_of as "replayOf", replayed_at as "replayedAt",
  (select replay.id from emails replay where replay.origin_id = emails.origin_id and replay.replay_of = emails.id
   order by replay.created_at desc limit 1) as "replayedBy", event_id as "eventId",
  user_id as "userId", template, locale, recipient, recipient_normalized as "recipientNormalized", subject, params,
  message_id as "messageId", status, attempts, next_attempt_at as "nextAttemptAt",
  attempt_started_at as "attemptStartedAt", last_error as "lastError", created_at as "createdAt", sent_at as "sentAt",
  failed_at as "failedAt"`;
