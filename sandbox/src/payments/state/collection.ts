type KeyOf<T> = (value: T) => string | null | undefined;

interface Entry<T> {
  position: number;
  value: T;
}

/** Objects of one kind by id, in insertion order, with optional secondary indexes. */
export class Collection<T extends { id: string }> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly indexes: [name: string, keyOf: KeyOf<T>, ids: Map<string, Set<string>>][];
  private order: (string | null)[] = [];

  constructor(indexedBy: Record<string, KeyOf<T>> = {}) {
    this.indexes = Object.entries(indexedBy).map(([name, keyOf]) => [name, keyOf, new Map()]);
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
    if (entry) this.unindex(entry.value);
    if (value === null) {
      if (entry) this.order[entry.position] = null;
      this.entries.delete(id);
    } else {
      if (entry) entry.value = value;
      else this.entries.set(id, { position: this.order.push(id) - 1, value });
      this.index(value);
    }
    return entry?.value ?? null;
  }

  /** Looks up objects by an index, oldest first. */
  findBy(name: string, key: string): T[] {
    const index = this.indexes.find(([indexName]) => indexName === name);
    if (!index) throw new Error(`Unknown index: ${name}`);
    return [...(index[2].get(key) ?? [])].flatMap((id) => this.get(id) ?? []);
  }

  *oldestFirst(): Generator<T> {
    for (const id of this.order) if (id !== null) yield this.entries.get(id)!.value;
  }

  /** Newest first, starting after the given id if there is one. */
  *newestFirst(afterId?: string): Generator<T> {
    const start = afterId === undefined ? this.order.length : (this.entries.get(afterId)?.position ?? 0);
    for (let position = start - 1; position >= 0; position -= 1) {
      const id = this.order[position];
      if (id) yield this.entries.get(id)!.value;
    }
  }

  /** Objects inserted after the given id, oldest first. */
  *newerThan(id: string): Generator<T> {
    const start = this.entries.get(id)?.position ?? this.order.length;
    for (let position = start + 1; position < this.order.length; position += 1) {
      const newer = this.order[position];
      if (newer) yield this.entries.get(newer)!.value;
    }
  }

  private index(value: T): void {
    for (const [, keyOf, ids] of this.indexes) {
      const key = keyOf(value);
      if (!key) continue;
      const set = ids.get(key);
      if (set) set.add(value.id);
      else ids.set(key, new Set([value.id]));
    }
  }

  private unindex(value: T): void {
    for (const [, keyOf, ids] of this.indexes) {
      const key = keyOf(value);
      if (!key) continue;
      const set = ids.get(key);
      set?.delete(value.id);
      if (set?.size === 0) ids.delete(key);
    }
  }
}
