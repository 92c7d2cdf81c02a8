type GetKey<T> = (value: T) => string | null | undefined;

interface Entry<T> {
  position: number;
  value: T;
}

/** Removed positions are reclaimed once they outnumber the objects. */
const MIN_RECLAIMED = 1000;

/** Objects of one kind by id, in insertion order, with optional secondary indexes. */
export class Collection<T extends { id: string }> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly indexes: [name: string, getKey: GetKey<T>, ids: Map<string, Set<string>>][];
  private order: (string | null)[] = [];

  constructor(indexedBy: Record<string, GetKey<T>> = {}) {
    this.indexes = Object.entries(indexedBy).map(([name, getKey]) => [name, getKey, new Map()]);
  }

  get size(): number {
    return this.entries.size;
  }

  get(id: string): T | undefined {
    return this.entries.get(id)?.value;
  }

  /** Inserts or replaces; null removes. Returns the previous value. */
  set(id: string, value: T | null): T | null {
    const entry = this.entries.get(id);
    const previous = entry?.value ?? null;
    this.reindex(id, previous, value);
    if (value !== null) {
      if (entry) entry.value = value;
      else this.entries.set(id, { position: this.order.push(id) - 1, value });
    } else if (entry) {
      this.order[entry.position] = null;
      this.entries.delete(id);
      this.reclaimPositions();
    }
    return previous;
  }

  /** Looks up objects by an index, oldest first. */
  findBy(name: string, key: string): T[] {
    const index = this.indexes.find(([indexName]) => indexName === name);
    if (!index) throw new Error(`Unknown index: ${name}`);
    return [...(index[2].get(key) ?? [])]
      .flatMap((id) => this.entries.get(id) ?? [])
      .sort((a, b) => a.position - b.position)
      .map(({ value }) => value);
  }

  *oldestFirst(): Generator<T> {
    yield* this.following(this.order, 0);
  }

  /** Newest first, starting after the given id if there is one. */
  *newestFirst(afterId?: string): Generator<T> {
    const { order } = this;
    const start = afterId === undefined ? order.length : (this.entries.get(afterId)?.position ?? 0);
    for (let position = start - 1; position >= 0; position -= 1) {
      const entry = this.entries.get(order[position] ?? '');
      if (entry) yield entry.value;
    }
  }

  /** Objects inserted after the given id, oldest first. */
  *newerThan(id: string): Generator<T> {
    yield* this.following(this.order, (this.entries.get(id)?.position ?? this.order.length) + 1);
  }

  private *following(order: readonly (string | null)[], start: number): Generator<T> {
    for (let position = start; position < order.length; position += 1) {
      const entry = this.entries.get(order[position] ?? '');
      if (entry) yield entry.value;
    }
  }

  /** Renumbers in a new list, so that running iterations keep theirs. */
  private reclaimPositions(): void {
    if (this.order.length < MIN_RECLAIMED || this.order.length < 2 * this.entries.size) return;
    this.order = this.order.filter((id) => id !== null);
    for (const [position, id] of this.order.entries()) this.entries.get(id ?? '')!.position = position;
  }

  private reindex(id: string, before: T | null, after: T | null): void {
    for (const [, getKey, ids] of this.indexes) {
      const oldKey = (before && getKey(before)) || null;
      const newKey = (after && getKey(after)) || null;
      if (oldKey === newKey) continue;
      if (oldKey !== null) {
        const set = ids.get(oldKey);
        set?.delete(id);
        if (set?.size === 0) ids.delete(oldKey);
      }
      if (newKey !== null) {
        const set = ids.get(newKey);
        if (set) set.add(id);
        else ids.set(newKey, new Set([id]));
      }
    }
  }
}
