interface Fixture {
  stop(): Promise<void>;
}
type StartFixture<F extends Fixture> = (variables?: Record<string, string>) => Promise<F>;

/** A fixture that is started before the tests of this file or `describe`, and stopped after them. It is empty until then. */
export function useFixture<A extends unknown[], F extends Fixture>(
  start: (...args: A) => Promise<F>,
  ...args: A
): F {
  let started: F | undefined;
  const fixture = {} as F;
  beforeAll(async () => {
    started = await start(...args);
    Object.assign(fixture, started);
  });
  afterAll(() => started?.stop());
  return fixture;
}

/** A {@link shared} fixture for the tests of this file or `describe`. It is empty until they start. */
export function useShared<F extends Fixture>(start: StartFixture<F>, variables?: Record<string, string>): F {
  const fixture = {} as F;
  beforeAll(async () => {
    Object.assign(fixture, await shared(start, variables));
  });
  return fixture;
}

/** The most recently used one is last. */
const running = new Map<string, Promise<Fixture>>();

/**
 * A fixture that the specs of this Jest worker share, started by the first one. Specs that share one create their own users, buckets
 * and checkouts, and tolerate others: they count nothing globally, leave the data of others alone and start no worker of their
 * own. Its clock may be ahead. It is stopped when it is no longer used.
 */
export function shared<F extends Fixture>(
  start: StartFixture<F>,
  variables: Record<string, string> = {},
): Promise<F> {
  const key = `${start.name} ${JSON.stringify(variables)}`;
  const fixture = (running.get(key) as Promise<F> | undefined) ?? start(variables);
  running.delete(key);
  running.set(key, fixture);
  return fixture;
}

/** Stops all but the most recently used ones. Specs that need one that was stopped start it again. */
export async function stopShared({ keep }: { keep: number }): Promise<void> {
  const stopping = [...running].slice(0, Math.max(0, running.size - keep));
  for (const [key] of stopping) running.delete(key);
  await Promise.allSettled(stopping.map(async ([, fixture]) => (await fixture).stop()));
}
