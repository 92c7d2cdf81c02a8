/**
 * The result of the work, or an error once the deadline has passed. The work itself continues; its result is then ignored.
 *
 * @param errorAfter what to throw at the deadline
 */
export async function withDeadline<T>(
  work: Promise<T>,
  milliseconds: number,
  errorAfter = (): Error => new Error(`no response within ${milliseconds} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errorAfter()), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
