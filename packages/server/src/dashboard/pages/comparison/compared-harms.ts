import { ApiError, type Harm, harms } from '@carebench/protocol'
import { type CallOperation, letOthersWork } from '@carebench/service'
import { isLeftUndone } from '@carebench/verifier'
import type { ListedTaskRun } from '../../names.js'
import { type CountedHarms, countHarms, type HarmfulCriterion } from '../../task/facts/count-harms.js'
import { memberAt } from '../../task/facts/unknown-value.js'

/** Maximum number of task runs of one side whose criteria are read; each takes one API call. */
const maxRead = 50

/** The harms in the task runs of one side, and for how many of the task runs with broken criteria they are known. */
export interface ReadHarms extends CountedHarms {
  /** Task runs that broke criteria, or may have. */
  readonly broken: number
  /** How many of these have counted harms. */
  readonly known: number
}

/**
 * Counts the harms named by the broken criteria of task runs. The list of runs contains no harms, so task runs with
 * broken criteria are read one by one, in list order, up to {@link maxRead} or the caller's rate limit.
 */
export async function readHarms(call: CallOperation, taskRuns: readonly ListedTaskRun[]): Promise<ReadHarms> {
  const broken = taskRuns.filter(mayHaveBroken)
  const criteria: HarmfulCriterion[] = []
  let known = 0
  for (const { id } of broken.slice(0, maxRead)) {
    await letOthersWork()
    const read = await readBroken(call, id)
    if (read === 'later') break
    if (read === null) continue
    known++
    criteria.push(...read)
  }
  return { ...countHarms(criteria), broken: broken.length, known }
}

function mayHaveBroken({ verdict, score, failures, omissions }: ListedTaskRun): boolean {
  if (verdict === null) return false
  const counts = [failures, omissions].flatMap((one) => Object.values(one ?? {}))
  return score !== 1 || counts.some((count) => count > 0)
}

/**
 * Reads the criteria that a task run broke; null if they are unknown: for another organization's benchmark, or if some
 * criteria were undecided. Returns `later` if the caller's rate limit is reached.
 */
async function readBroken(call: CallOperation, id: string) {
  try {
    const taskRun = await call('getTaskRun', { params: { id } })
    const written = memberAt(taskRun.snapshot, 'task', 'criteria')
    if (!Array.isArray(written) || taskRun.undecided !== 0) return null
    const known = new Map(written.map((one) => [memberAt(one, 'id'), one]))
    return taskRun.criterion_runs
      .filter(({ passed }) => !passed)
      .map(({ criterion_id: criterion, evidence }) => {
        const guard = memberAt(known.get(criterion), 'guard') === true
        return { outcome: 'failed', harm: harmIn(known.get(criterion)), leftUndone: isLeftUndone({ guard, evidence }) }
      })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'RATE_LIMITED') return 'later'
    // The task run may have been deleted meanwhile.
    if (error.code === 'RESOURCE_NOT_FOUND') return null
    throw error
  }
}

function harmIn(criterion: unknown): Harm | null {
  return harms.find((harm) => harm === memberAt(criterion, 'harm')) ?? null
}
