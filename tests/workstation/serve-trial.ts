import type { JsonValue } from '@carebench/protocol'
import { ServiceConnection } from '../../packages/carebench/src/runner/service-connection.js'
import { StallWatch } from '../../packages/carebench/src/runner/trials/stall-watch.js'
import { startTrialProxy, type TrialProxy } from '../../packages/carebench/src/runner/trials/trial-proxy.js'
import { fetchFrom } from '../in-memory-service.js'
import type { OpenTask } from './open-workstation.js'

/** The origin of a trial of a task run, as `carebench run` serves it, and what was submitted there. */
export interface ServedTrial {
  readonly proxy: TrialProxy
  readonly submitted: { readonly output?: JsonValue }[]
  /** Creates a link with the token of the trial. */
  link(): Promise<string>
}

export async function serveTrial(
  task: Pick<OpenTask, 'service' | 'runId' | 'taskRunId' | 'runToken'>,
): Promise<ServedTrial> {
  const submitted: { readonly output?: JsonValue }[] = []
  const { runId, taskRunId, runToken, service } = task
  const baseUrl = 'https://carebench.example.org'
  const proxy = await startTrialProxy({
    connection: new ServiceConnection({ baseUrl, solverKey: 's', organizationKey: 'o', fetch: fetchFrom(service) }),
    taskRun: { runId, taskRunId, runToken, created: {}, started: {} },
    holdsSecret: () => false,
    onCall: () => {},
    onSubmit: (submission) => submitted.push(submission),
    onConnected: () => {},
    onBrokenService: ({ kind }) => {
      throw new Error(`The service broke: ${kind}.`)
    },
    stalls: new StallWatch(),
  })
  return {
    proxy,
    submitted,
    async link() {
      const headers = { authorization: `Bearer ${proxy.token}` }
      const answer = await fetch(`${proxy.baseUrl}/v1/task-runs/${taskRunId}/workstation`, { method: 'POST', headers })
      const { url } = (await answer.json()) as { readonly url: string }
      return proxy.baseUrl + url
    },
  }
}
