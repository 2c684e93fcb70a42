/** A benchmark of two tasks that both expect the answer 42, which only the instruction of the first asks for. */
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
