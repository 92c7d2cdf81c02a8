/** A scheduled task by id. Entries that were replaced or removed in the store stay until they surface. */
export interface QueueEntry {
  id: string;
  dueAt: number;
  /** Breaks ties, so that tasks due at the same time run in the order they were scheduled. */
  sequence: number;
}

/** A binary heap of task ids by due time, so that finding the next task doesn't take longer as tasks accumulate. */
export class TaskQueue {
  private readonly entries: QueueEntry[] = [];
  private sequence = 0;

  push(id: string, dueAt: number): void {
    this.sequence += 1;
    this.entries.push({ id, dueAt, sequence: this.sequence });
    let index = this.entries.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.isBefore(index, parent)) return;
      this.swap(index, parent);
      index = parent;
    }
  }

  peek(): QueueEntry | undefined {
    return this.entries[0];
  }

  pop(): void {
    const last = this.entries.pop();
    if (last === undefined || this.entries.length === 0) return;
    this.entries[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      let first = index;
      if (left < this.entries.length && this.isBefore(left, first)) first = left;
      if (right < this.entries.length && this.isBefore(right, first)) first = right;
      if (first === index) return;
      this.swap(index, first);
      index = first;
    }
  }

  private isBefore(index: number, other: number): boolean {
    const a = this.entries[index];
    const b = this.entries[other];
    if (!a || !b) return false;
    return a.dueAt === b.dueAt ? a.sequence < b.sequence : a.dueAt < b.dueAt;
  }

  private swap(index: number, other: number): void {
    const a = this.entries[index];
    const b = this.entries[other];
    if (!a || !b) return;
    this.entries[index] = b;
    this.entries[other] = a;
  }
}
