import { DomainError } from '../../../platform/errors/domain-error.js';

/** A code that nobody was given, that was used, or whose account closed its ways in meanwhile. */
export class FlowUnknownError extends DomainError {
  constructor() {
    super('not_found', 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
}

export class FlowExpiredError extends DomainError {
  constructor() {
    super('invalid', 'flow_state_expired', 'invalid flow state, flow state has expired');
  }
}

export class BadVerifierError extends DomainError {
  constructor() {
    super('malformed', 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
  }
}
