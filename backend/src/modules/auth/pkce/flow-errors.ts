import { DomainError } from '../../../platform/domain-error.js';

/** The code is unknown or already used, or the user's credentials were revoked after it was issued. */
export class FlowStateNotFoundError extends DomainError {
  constructor() {
    super('not_found', 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
}

export class FlowStateExpiredError extends DomainError {
  constructor() {
    super('invalid', 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
}

export class BadVerifierError extends DomainError {
  constructor() {
    super('malformed', 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
}
