import { type Completion, SimulatedSystemError, type SolverTask } from '@carebench/client'
import type { FixtureName } from '@carebench/fixtures'
import { replaySolution } from '@carebench/service'
import type { AgentName } from '../packages/carebench/src/demo/agent.js'
import { describeStep } from '../packages/carebench/src/demo/describe-step.js'
import { recordedWork } from '../packages/carebench/src/demo/recordings.js'

/** Works on a task as an agent of the demo does, with the client, and completes it. */
export async function workAs(
  agent: AgentName,
  benchmark: FixtureName,
  task: SolverTask,
  wait: (milliseconds: number) => Promise<void>,
  say: (step: string) => void = () => undefined,
): Promise<Completion> {
  const session = await task.start()
  const { output } = await replaySolution(recordedWork(benchmark, agent, task.name), async (call) => {
    await wait((call.delay_seconds ?? 0) * 1000)
    const [group = '', ...rest] = call.path.split('/')
    const { method, body, text } = call
    const headers = { ...(text !== undefined && { 'content-type': 'text/plain' }), ...call.headers }
    const made = session.system(group).request(method, rest.join('/'), body ?? text, { headers })
    const answer = await made.then(
      (value) => ({ status: 200, text: JSON.stringify(value) ?? '' }),
      (error: unknown) => {
        if (error instanceof SimulatedSystemError) return { status: error.status, text: JSON.stringify(error.body) }
        throw error
      },
    )
    say(describeStep(call, answer))
    return answer
  })
  return session.complete(output === undefined ? {} : { output })
}
