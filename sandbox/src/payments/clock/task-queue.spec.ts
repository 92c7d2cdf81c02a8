import { TaskQueue } from './task-queue.ts';

function drain(queue: TaskQueue): string[] {
  const ids: string[] = [];
  for (let entry = queue.peek(); entry; entry = queue.peek()) {
    ids.push(entry.id);
    queue.pop();
  }
  return ids;
}

describe('the task queue', () => {
  it('returns tasks by due time, and those due at the same time in the order they were scheduled', () => {
    const queue = new TaskQueue();
    const tasks = Array.from({ length: 500 }, (_, index) => ({
      id: String(index),
      dueAt: (index * 37) % 50,
    }));
    for (const { id, dueAt } of tasks) queue.push(id, dueAt);

    const sorted = [...tasks].sort((a, b) => a.dueAt - b.dueAt).map(({ id }) => id);
    expect(drain(queue)).toEqual(sorted);
  });

  it('is empty after its last task', () => {
    const queue = new TaskQueue();
    queue.push('only', 1);
    queue.pop();
    queue.pop();

    expect(queue.peek()).toBeUndefined();
  });
});
