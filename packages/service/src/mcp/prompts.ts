/** A prompt that a user selects in an AI client. */
export interface McpPrompt {
  readonly name: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  text(values: Readonly<Record<string, string>>): string
}

export const prompts: readonly McpPrompt[] = [
  {
    name: 'author_benchmark',
    description:
      'Author a benchmark from a one-sentence description of the work, up to a published version with a clean audit.',
    arguments: [{ name: 'work', description: 'What the agent under test should do.', required: true }],
    text: ({ work = '' }) => `Author a carebench benchmark for this work: ${work}

1. Choose the simulated systems that the work needs. Read carebench://simulators/{type} before you write a \
configuration.
2. Create them with the tool simulators, create an environment, and link them. Add datasets with synthetic people only.
3. Create the benchmark with the environment's id, then its tasks. taskItem.instruction states the work as a colleague
   would; it must not contain a value that a criterion expects.
4. Write criteria over the final state. Read carebench://assertions/{kind} before you use a kind. Give each its axis
   (correctness, safety, efficiency). State what must not happen as guards.
5. Record a solution for each task, as calls to the systems, and try it in a playground first.
6. Publish. Read the version (get_version) until its audit is not "pending" any more. If it is not runnable, read \
the findings: each names the criterion, the evidence and a fix. Fix them and publish again.

Tell me the reference name@version and the audit's counts at the end.`,
  },
  {
    name: 'explain_failed_run',
    description: 'Find out why a run did not pass, with evidence.',
    arguments: [{ name: 'runId', description: 'The id of the run.', required: true }],
    text: ({ runId = '' }) => `Explain why the benchmark run ${runId} did not pass.

Use benchmark_runs get, task_runs list with its id, and for each task run that did not pass criterion_runs list. For \
every
criterion that did not pass, say in one sentence what was expected and what was found, from evidence.field_results and
details. Look at the state that the agent left with playgrounds get and change_sandboxes call (GET only) where that \
helps. End with
what the agent should have done differently. Do not guess: say so where the evidence is inconclusive.`,
  },
]
