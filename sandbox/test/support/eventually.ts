/** Polls until the condition is true and returns the value. The limit only ends a wait that would never end. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  condition: (value: T) => boolean,
  limitMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const value = await read();
    if (condition(value)) return value;
    if (Date.now() > deadline)
      throw new Error(
        `Gave up after ${limitMs / 1000} s. Awaited: ${condition.toString()}\n\nLast seen: ${JSON.stringify(value)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
