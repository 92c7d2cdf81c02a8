import { Collection } from './collection.ts';
import { INDEXES, type CollectionName, type Collections } from './collections.ts';
import { Journal, type Change } from './journal.ts';

const MIN_REWRITE_AFTER_BYTES = 256 * 1024 * 1024;

export type IndexName<Name extends CollectionName> = Name extends keyof typeof INDEXES
  ? Extract<keyof (typeof INDEXES)[Name], string>
  : never;

/**
 * All state, in memory, with a journal on disk if a folder is given.
 * Transactions are synchronous and atomic, both in memory and in the journal.
 */
export class Store {
  private readonly collections = new Map<CollectionName, Collection<{ id: string }>>();
  private readonly journal: Journal | null;
  private changes: Change[] | null = null;
  private undo: Change[] = [];
  private readonly commitListeners = new Set<() => void>();

  constructor(folder: string | null) {
    this.journal = folder === null ? null : new Journal(folder);
    for (const changes of this.journal?.read() ?? []) {
      for (const [name, id, value] of changes) this.collection(name).set(id, value);
    }
  }

  /** Commits the changes of the callback, or rolls them back if it throws. Joins a running transaction. */
  transaction<T>(work: () => T): T {
    if (this.changes) return work();
    this.changes = [];
    this.undo = [];
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.rollBackTo(0);
      this.changes = null;
      throw error;
    }
  }

  /** Runs a part of a transaction. If it throws, rolls back that part alone and rethrows, unless `keepChangesOn` is true. */
  savepoint<T>(work: () => T, keepChangesOn: (error: unknown) => boolean): T {
    const mark = this.undo.length;
    try {
      return work();
    } catch (error) {
      if (!keepChangesOn(error)) this.rollBackTo(mark);
      throw error;
    }
  }

  /** Calls the listener after each transaction with changes, outside of the transaction. */
  onCommit(listener: () => void): void {
    this.commitListeners.add(listener);
  }

  get<Name extends CollectionName>(name: Name, id: string): Collections[Name] | undefined {
    return this.collection(name).get(id) as Collections[Name] | undefined;
  }

  put<Name extends CollectionName>(name: Name, value: Collections[Name]): Collections[Name] {
    this.change(name, value.id, value);
    return value;
  }

  remove(name: CollectionName, id: string): void {
    if (this.collection(name).get(id)) this.change(name, id, null);
  }

  /** Oldest first. */
  findBy<Name extends CollectionName>(name: Name, index: IndexName<Name>, key: string): Collections[Name][] {
    return this.collection(name).findBy(index, key) as Collections[Name][];
  }

  oldestFirst<Name extends CollectionName>(name: Name): Generator<Collections[Name]> {
    return this.collection(name).oldestFirst() as Generator<Collections[Name]>;
  }

  newestFirst<Name extends CollectionName>(name: Name, afterId?: string): Generator<Collections[Name]> {
    return this.collection(name).newestFirst(afterId) as Generator<Collections[Name]>;
  }

  newerThan<Name extends CollectionName>(name: Name, id: string): Generator<Collections[Name]> {
    return this.collection(name).newerThan(id) as Generator<Collections[Name]>;
  }

  count(name: CollectionName): number {
    return this.collection(name).size;
  }

  /** Rewrites the journal with one entry per object. */
  compact(): void {
    this.journal?.rewrite(this.allObjects());
  }

  close(): void {
    this.journal?.close();
  }

  private collection(name: CollectionName): Collection<{ id: string }> {
    const existing = this.collections.get(name);
    if (existing) return existing;
    const indexes = (INDEXES as Record<string, Record<string, (value: never) => string | null | undefined>>)[
      name
    ];
    const created = new Collection<{ id: string }>(
      indexes as ConstructorParameters<typeof Collection<{ id: string }>>[0],
    );
    this.collections.set(name, created);
    return created;
  }

  private change(name: CollectionName, id: string, value: { id: string } | null): void {
    if (!this.changes) return this.transaction(() => this.change(name, id, value));
    this.undo.push([name, id, this.collection(name).set(id, value)]);
    this.changes.push([name, id, value]);
  }

  private commit(): void {
    const changes = this.changes ?? [];
    this.changes = null;
    if (changes.length === 0) return;
    this.journal?.append(latestChanges(changes));
    if (
      this.journal &&
      this.journal.appendedBytes > Math.max(MIN_REWRITE_AFTER_BYTES, this.journal.rewrittenBytes)
    )
      this.compact();
    for (const listener of this.commitListeners) listener();
  }

  private rollBackTo(mark: number): void {
    for (const [name, id, previous] of this.undo.splice(mark).reverse())
      this.collection(name).set(id, previous);
    this.changes?.splice(mark);
  }

  private *allObjects(): Generator<Change> {
    for (const [name, collection] of this.collections) {
      for (const value of collection.oldestFirst()) yield [name, value.id, value];
    }
  }
}

/** Keeps the last value of each object, in the order of first changes. */
function latestChanges(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) last.set(`${change[0]} ${change[1]}`, change);
  return [...last.values()];
}
