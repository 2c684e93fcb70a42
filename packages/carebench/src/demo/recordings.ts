import { type FixtureName, fixtures } from '@carebench/fixtures'
import type { Solution, SolutionCall } from '@carebench/protocol'
import type { AgentName } from './agent.js'
import claimsFollowup from './recordings/claims-followup.json' with { type: 'json' }
import eligibility from './recordings/eligibility.json' with { type: 'json' }
import labResults from './recordings/lab-results.json' with { type: 'json' }
import priorAuth from './recordings/prior-auth.json' with { type: 'json' }
import referral from './recordings/referral.json' with { type: 'json' }

/** The calls and the output of an agent on one task. */
export type RecordedWork = Pick<Solution, 'calls' | 'output'>

/** The recordings for one benchmark, by task name. */
interface Recording {
  /** The read calls that the good agent makes before the calls of the first recorded solution. */
  readonly reads: CallsByTask
  /**
   * The calls of the careless agent, which takes the first patient, policy or message of a search and the latest
   * document on any subject, writes no notes, and does not wait for replies.
   */
  readonly careless: CallsByTask
}

type CallsByTask = Readonly<Record<string, readonly SolutionCall[]>>

const recordings: Readonly<Record<FixtureName, Recording>> = {
  // The types of a JSON file are wider than those of calls; a test checks the files against the schema.
  'prior-auth': priorAuth as unknown as Recording,
  eligibility: eligibility as unknown as Recording,
  'lab-results': labResults as unknown as Recording,
  'claims-followup': claimsFollowup as unknown as Recording,
  referral: referral as unknown as Recording,
}

/** Returns the recorded work of a demo agent on a task. */
export function recordedWork(benchmark: FixtureName, agent: AgentName, task: string): RecordedWork {
  if (agent === 'idle') return { calls: [] }
  const { reads, careless } = recordings[benchmark]
  if (agent === 'careless') return { calls: [...callsAt(careless, task)] }
  const solution = fixtures[benchmark].tasks.find(({ name }) => name === task)?.solutions?.[0]
  return { ...solution, calls: [...callsAt(reads, task), ...(solution?.calls ?? [])] }
}

function callsAt(calls: CallsByTask, task: string): readonly SolutionCall[] {
  return calls[task] ?? []
}
