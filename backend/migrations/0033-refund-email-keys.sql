-- An email about a refund that staff made at the payment provider had a key of its own. Without this, the same refund is announced again.
update emails set dedupe_key = 'refund:' || substr(dedupe_key, length('provider-refund:') + 1)
where dedupe_key like 'provider-refund:%'
  and not exists (
    select from emails known
    where known.dedupe_key = 'refund:' || substr(emails.dedupe_key, length('provider-refund:') + 1)
  );
