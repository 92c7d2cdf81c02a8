import type { Sandbox } from '../sandbox.ts';
import type { Task, TaskKind } from '../state/records.ts';

/** Schedules a task. Replaces a scheduled task of the same kind for the same object. */
export function schedule({ store, tasks }: Sandbox, kind: TaskKind, subject: string, dueAt: number): void {
  const id = taskId(kind, subject);
  store.put('task', { id, kind, subject, dueAt });
  tasks.push(id, dueAt);
}

export function unschedule({ store }: Sandbox, kind: TaskKind, subject: string): void {
  store.remove('task', taskId(kind, subject));
}

/** The earliest task. Must not be called within a transaction, whose changes might be rolled back. */
export function nextTask({ store, tasks }: Sandbox): Task | undefined {
  for (let entry = tasks.peek(); entry; entry = tasks.peek()) {
    const task = store.get('task', entry.id);
    if (task?.dueAt === entry.dueAt) return task;
    tasks.pop();
  }
  return undefined;
}

/** Queues the tasks that were scheduled before a restart. */
export function restoreTasks({ store, tasks }: Sandbox): void {
  for (const { id, dueAt } of store.oldestFirst('task')) tasks.push(id, dueAt);
}

function taskId(kind: TaskKind, subject: string): string {
  return `${kind}:${subject}`;
}
