type Listener = (event?: object) => void;

/** `on`, `once` and `off` as the provider's elements have them; both ways chain. */
export class Emitter {
  private readonly listeners = new Map<string, Set<Listener>>();

  on(name: string, listener: Listener): this {
    const known = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, known.add(listener));
    return this;
  }

  once(name: string, listener: Listener): this {
    const onlyOnce: Listener = (event) => {
      this.off(name, onlyOnce);
      listener(event);
    };
    return this.on(name, onlyOnce);
  }

  off(name: string, listener?: Listener): this {
    if (listener) this.listeners.get(name)?.delete(listener);
    else this.listeners.delete(name);
    return this;
  }

  protected emit(name: string, event?: object): void {
    for (const listener of this.listeners.get(name) ?? []) listener(event);
  }
}
