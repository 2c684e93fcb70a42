import { type FixtureName, fixtures } from '@carebench/fixtures'
import type { Solution, SolutionCall } from '@carebench/protocol'
import type { AgentName } from './agent.js'
import claimsFollowup from './recordings/claims-followup.json' with { type: 'json' }
import eligibility from './recordings/eligibility.json' with { type: 'json' }
import labResults from './recordings/lab-results.json' with { type: 'json' }
import priorAuth from './recordings/prior-auth.json' with { type: 'json' }
import referral from './recordings/referral.json' with { type: 'json' }

/** What an agent does at one task. */
export type RecordedWork = Pick<Solution, 'calls' | 'output'>

/** What is recorded about one benchmark, by the name of the task. */
interface Recording {
  /** What the good agent reads before it makes the calls of the first recorded solution. */
  readonly reads: CallsByTask
  /**
   * The calls of a worker in a hurry: the first patient, policy or message that a search returns, the latest document
   * whatever it is about, no notes, no waiting for an answer.
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

/** Returns the recorded work of an agent of the demo at a task of a benchmark. */
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
