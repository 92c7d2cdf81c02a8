-- Second factors of other kinds beside authenticator apps: a key on a device, which keeps no secret here.
alter table factors
  drop constraint factors_factor_type_check,
  add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn')),
  alter column secret drop not null,
  add constraint factors_secret_check check ((factor_type = 'totp') = (secret is not null));

create table factor_credentials (
  factor_id uuid primary key references factors (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  aaguid text not null
);

-- What the device is asked to sign.
alter table factor_challenges add column challenge text;
