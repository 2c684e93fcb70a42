import { type Answer, at, type Call } from '../exchange/exchange.js'

/** Records created resources, and removes them. */
export interface CleanUp {
  /** Records the response to a request. */
  notice(answer: Answer, method: string, target: string, call: Call): void
  /**
   * Removes the remaining resources, newest first; returns those that could not be removed.
   *
   * @param calls - returns the call that removes what a call has created
   * @param cancel - cancels task runs that have not ended; null leaves them
   */
  remove(calls: (call: Call) => Call, cancel: Call | null): Promise<readonly string[]>
}

const collections = new RegExp(
  '^/(environments|simulators|benchmarks|tasks|criteria|datasets|solvers|api-keys|playgrounds|' +
    'datasets/[^/]+/entities|solvers/[^/]+/api-keys)$',
)

export function createCleanUp(): CleanUp {
  const made = new Map<string, Call>()
  const running = new Set<string>()
  return {
    notice({ status, body }, method, target, call) {
      if (status >= 300) return
      const id = at(body, 'id')
      if (method === 'DELETE') made.delete(target)
      else if (method === 'POST' && collections.test(target) && typeof id === 'string') {
        // Entities are removed with their datasets.
        if (!target.endsWith('/entities')) made.set(`${target}/${id}`, call)
      } else if (method === 'POST' && /^(\/v1)?\/benchmark-runs$/.test(target)) {
        for (const [, taskRun] of JSON.stringify(body ?? null).matchAll(/\/v1\/task-runs\/([^/"?]+)/g)) {
          if (taskRun !== undefined) running.add(taskRun)
        }
      }
      const ended = /^(?:\/v1)?\/task-runs\/([^/]+)\/(?:complete|cancel)$/.exec(target)?.[1]
      if (ended !== undefined) running.delete(ended)
    },
    async remove(calls, cancel) {
      const left: string[] = []
      for (const taskRun of cancel === null ? [] : running) {
        const target = `/task-runs/${taskRun}/cancel`
        if (!(await isDone(cancel as Call, 'POST', target))) left.push(`task run ${taskRun}`)
      }
      // Referring resources are removed first; a second round removes the rest.
      let rest = [...made].reverse()
      for (let round = 0; round < 2 && rest.length > 0; round++) {
        const again: typeof rest = []
        for (const [target, call] of rest) {
          const isPlayground = target.startsWith('/playgrounds/')
          const gone = await isDone(
            calls(call),
            isPlayground ? 'POST' : 'DELETE',
            isPlayground ? `${target}/teardown` : target,
          )
          if (!gone) again.push([target, call])
        }
        rest = again
      }
      return [...left, ...rest.map(([target]) => target)]
    },
  }
}

/** Whether a resource was removed, no longer exists, or cannot be removed: its key is gone, or it has no DELETE. */
async function isDone(call: Call, method: string, target: string): Promise<boolean> {
  try {
    const { status } = await call(method, target)
    return status < 300 || status === 404 || status === 401 || status === 405
  } catch {
    return false
  }
}
