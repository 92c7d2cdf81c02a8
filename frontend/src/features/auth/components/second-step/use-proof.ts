import type { AuthClient } from '../../../../lib/session/auth-client';
import { failureOf } from '../../../../lib/session/auth-failure';
import { useAuth } from '../../../../lib/session/auth-context';
import type { DeviceFault } from '../../../../lib/session/passkeys';
import { refusal, type Problem } from '../../../../ui/use-submission';

export interface ProofProps {
  onActing?: (acting: boolean) => void;
  /** Signed in in full. */
  onDone: () => void;
}

type Outcome = DeviceFault | null;

/** Shows a second factor to the service. What became of the account meanwhile, on another device or by support, is read anew. */
export function useProof(onActing: ProofProps['onActing']) {
  const { connect, signOut } = useAuth();

  const judge = async (
    client: AuthClient,
    title: string,
    fault: Outcome,
    sentences: Record<string, string>,
  ): Promise<Problem | undefined> => {
    const problem = refusal(title, failureOf(fault as Parameters<typeof failureOf>[0]));
    if (!problem) return undefined;
    if (problem.code === 'mfa_factor_not_found') await client.refreshSession();
    if (problem.code === 'session_not_found') await signOut();
    // The way that was taken is no more, and its form goes with it.
    const toasted = problem.code === 'mfa_factor_not_found' || problem.code === 'session_not_found';
    return { ...problem, toasted, description: sentences[problem.code ?? ''] ?? problem.description };
  };

  return {
    /** Prepares the proof: nobody is signed in by it. */
    ask: async (title: string, act: (client: AuthClient) => Promise<Outcome>) => {
      const client = await connect();
      return judge(client, title, await act(client), {});
    },
    /** The proof itself. `sentences` has plainer words for some refusals, by their code. */
    prove: async (act: (client: AuthClient) => Promise<Outcome>, sentences: Record<string, string>) => {
      onActing?.(true);
      const client = await connect();
      const problem = await judge(client, 'Sign in failed', await act(client), sentences);
      if (problem) onActing?.(false);
      return problem;
    },
  };
}
