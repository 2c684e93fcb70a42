/** A benchmark of two tasks, of which only the first can be passed with knowledge of the answer. */
export const answersBenchmark = {
  name: 'answers',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: ['Report six times seven', 'Report nothing'].map((name) => ({
    name,
    task_item: { instruction: name },
    criteria: [
      { label: 'It is 42', assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 42 }] } },
    ],
  })),
}
