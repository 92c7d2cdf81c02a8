-- Messages signed by wallets that have signed in: each works once. By the hash of the wallet and its nonce (of the whole message
-- where it has none), never of the signature, which can be written in more than one way.
create table wallet_messages (
  message_hash bytea primary key,
  expires_at timestamptz not null
);
create index wallet_messages_expires on wallet_messages (expires_at);
