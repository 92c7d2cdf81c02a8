import type { Sandbox } from '../sandbox.ts';
import type { Task, TaskKind } from '../state/records.ts';

/** Schedules a task. Replaces a scheduled task of the same kind for the same object. */
export function schedule({ store }: Sandbox, kind: TaskKind, subject: string, dueAt: number): void {
  store.put('task', { id: taskId(kind, subject), kind, subject, dueAt });
}

export function unschedule({ store }: Sandbox, kind: TaskKind, subject: string): void {
  store.remove('task', taskId(kind, subject));
}

/** The earliest task that is due at this moment. */
export function nextDue({ store }: Sandbox, moment: number): Task | undefined {
  let earliest: Task | undefined;
  for (const task of store.oldestFirst('task')) {
    if (task.dueAt <= moment && (!earliest || task.dueAt < earliest.dueAt)) earliest = task;
  }
  return earliest;
}

function taskId(kind: TaskKind, subject: string): string {
  return `${kind}:${subject}`;
}
