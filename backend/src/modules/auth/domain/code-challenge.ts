/** What a client keeps the secret half of: only who knows the verifier may trade a code for a session (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}
