-- Responses of these functions hold client secrets and addresses of payment pages, or change with time: a replay runs the call again.
-- The request hashes stay, so that a key still belongs to its first body.
update idempotent_answers set status = null, body = null, locked_until = created_at
where scope ~ '/functions/v1/(create-payment-intent|prepare-checkout|process-payment|create-checkout-session)/?$';
