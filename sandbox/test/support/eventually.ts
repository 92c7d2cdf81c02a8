/** Polls until the condition is true. Fails with the last value. */
export async function eventually<T>(
  read: () => T | Promise<T>,
  condition: (value: T) => boolean,
  withinMs = 8000,
): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await read();
    if (condition(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`Condition not met in time. Last value: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
