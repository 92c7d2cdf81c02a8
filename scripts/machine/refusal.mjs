/** A reason not to go on that a person can act on: one sentence what is wrong, one how to put it right. Shown without a stack. */
export class Refusal extends Error {
  constructor(what, fix) {
    super(fix ? `${what}\n  Fix: ${fix}` : what);
    this.name = 'Refusal';
  }
}

const fromSystem = {
  ENOSPC: (error) =>
    `The disk is full${error.path ? ` (writing ${error.path})` : ''}.\n  Fix: free some space, then run the same command again; what is done is kept.`,
  EDQUOT: () =>
    'Your disk quota is used up.\n  Fix: free some space, then run the same command again; what is done is kept.',
  EACCES: (error) => notWritable(error),
  EPERM: (error) => notWritable(error),
  EROFS: (error) => notWritable(error),
  EMFILE: () =>
    'Too many open files.\n  Fix: raise the limit with "ulimit -n 4096" and run the same command again.',
};

function notWritable(error) {
  return `No permission for ${error.path ?? 'a file'} (${error.code}).\n  Fix: give this user the folder ("sudo chown -R $(id -un) ."), or set DATA_DIR to a folder it may write.`;
}

/** What to print for an error: an error or a known error of the machine as sentences, anything else with its stack. */
export function explain(error) {
  const known = fromSystem[error?.code];
  if (known) return known(error);
  if (/ENOSPC|no space left on device/i.test(String(error?.message))) return fromSystem.ENOSPC({});
  if (error instanceof Refusal) return error.message;
  return error?.stack ?? String(error);
}
