/** PKCE: only the client that holds the verifier can exchange the code for a session (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}
