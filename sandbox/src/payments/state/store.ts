import { Collection } from './collection.ts';
import { INDEXES, type CollectionName, type Collections } from './collections.ts';
import { Journal, type Change } from './journal.ts';

const REWRITE_AFTER_BYTES = 256 * 1024 * 1024;

type IndexName<Name extends CollectionName> = Name extends keyof typeof INDEXES
  ? Extract<keyof (typeof INDEXES)[Name], string>
  : never;

/**
 * All state, in memory, with a journal on disk when a folder is given.
 * Work runs in transactions that never wait: either all changes of one stand, in memory and in the journal, or none does.
 */
export class Store {
  private readonly collections = new Map<CollectionName, Collection<{ id: string }>>();
  private readonly journal: Journal | null;
  private changes: Change[] | null = null;
  private undo: Change[] = [];
  private readonly committed = new Set<() => void>();

  constructor(folder: string | null) {
    this.journal = folder === null ? null : new Journal(folder);
    for (const changes of this.journal?.read() ?? []) {
      for (const [name, id, value] of changes) this.collection(name).set(id, value);
    }
  }

  /** Runs the work and keeps its changes; if it throws, undoes them and throws on. Part of a running transaction if there is one. */
  transaction<T>(work: () => T): T {
    if (this.changes) return work();
    this.changes = [];
    this.undo = [];
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.undoTo(0);
      this.changes = null;
      throw error;
    }
  }

  /** Runs a part of a transaction; if it throws, undoes that part alone and throws on, unless `keepOn` says its changes stand. */
  part<T>(work: () => T, keepOn: (error: unknown) => boolean): T {
    const mark = this.undo.length;
    try {
      return work();
    } catch (error) {
      if (!keepOn(error)) this.undoTo(mark);
      throw error;
    }
  }

  /** Calls back after each transaction that changed something, outside of it. */
  onCommit(listener: () => void): void {
    this.committed.add(listener);
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
  by<Name extends CollectionName>(name: Name, index: IndexName<Name>, key: string): Collections[Name][] {
    return this.collection(name).by(index, key) as Collections[Name][];
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

  /** Rewrites the journal so that it holds each object once. */
  compact(): void {
    this.journal?.rewrite(this.everything());
  }

  close(): void {
    this.journal?.close();
  }

  private collection(name: CollectionName): Collection<{ id: string }> {
    const known = this.collections.get(name);
    if (known) return known;
    const rules = (INDEXES as Record<string, Record<string, (value: never) => string | null | undefined>>)[
      name
    ];
    const fresh = new Collection<{ id: string }>(
      rules as ConstructorParameters<typeof Collection<{ id: string }>>[0],
    );
    this.collections.set(name, fresh);
    return fresh;
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
    this.journal?.append(lastOfEach(changes));
    if ((this.journal?.appendedBytes ?? 0) > REWRITE_AFTER_BYTES) this.compact();
    for (const listener of this.committed) listener();
  }

  private undoTo(mark: number): void {
    for (const [name, id, former] of this.undo.splice(mark).reverse()) this.collection(name).set(id, former);
    this.changes?.splice(mark);
  }

  private *everything(): Generator<Change> {
    for (const [name, collection] of this.collections) {
      for (const value of collection.oldestFirst()) yield [name, value.id, value];
    }
  }
}

/** An object put several times in one transaction is written once, at its first place, with its last value. */
function lastOfEach(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) last.set(`${change[0]} ${change[1]}`, change);
  return [...last.values()];
}
