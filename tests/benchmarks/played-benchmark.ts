import type { Completion } from '@carebench/client'
import type { FixtureName } from '@carebench/fixtures'
import { defaultSystems, replayRecord } from '@carebench/service'
import { regrade } from '@carebench/systems/verifier'
import { expect } from 'vitest'
import { type AgentName, agentNames } from '../../packages/carebench/src/demo/agent.js'
import type { BenchmarkTestbed } from '../benchmark-testbed.js'
import { workAs } from '../scripted-work.js'

/** The JSON of an answer: it may have any shape. */
export type Json = ReturnType<typeof JSON.parse>

/** A benchmark that every scripted agent has worked through, with its testbed. */
export type PlayedBenchmark = Awaited<ReturnType<typeof playAll>>

/** An agent's run of the benchmark. */
export type Played = Awaited<ReturnType<typeof play>>

/** Runs the scripted agents on a benchmark, one after the other. */
export async function playAll(name: FixtureName, testbed: BenchmarkTestbed, agents: readonly AgentName[] = agentNames) {
  const played: Partial<Record<AgentName, Played>> = {}
  for (const agent of agents) played[agent] = await play(testbed, name, agent)
  return { testbed, played }
}

/** The completions that an agent received, and the run. */
async function play(testbed: BenchmarkTestbed, name: FixtureName, agent: AgentName) {
  const run = await testbed.solver.runs.create({ benchmark: testbed.benchmark })
  const steps: string[] = []
  const completions: Completion[] = []
  for (const task of run.tasks) {
    completions.push(await workAs(agent, name, task, testbed.wait, (step) => steps.push(step)))
  }
  const { verdict, score } = await run.read()
  return { completions, verdict, score, steps, run }
}

/** Reads as the organization of the benchmark. */
export async function read(testbed: BenchmarkTestbed, path: string): Promise<Json> {
  const headers = { authorization: `Bearer ${testbed.organizationKey}` }
  const answer = await testbed.fetch(`https://carebench.example.org${path}`, { headers })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** The run of one agent. */
export function playedBy(agent: AgentName, { played }: PlayedBenchmark): Played {
  const run = played[agent]
  if (run === undefined) throw new Error(`${agent} was not played.`)
  return run
}

/** Expects the records of some tasks of an agent to be identical in two runs, when replayed, and when regraded. */
export async function assertSameRecord(
  first: PlayedBenchmark,
  other: PlayedBenchmark,
  agent: AgentName,
  choose: (run: Played['run']) => readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of choose(playedBy(agent, first).run)) {
    const record = await read(first.testbed, `/task-runs/${id}/record`)
    expect(JSON.stringify(await read(other.testbed, `/task-runs/${id}/record`))).toBe(JSON.stringify(record))
    expect(replayRecord(record, defaultSystems)).toMatchObject({ same: true })
    expect(regrade(record)).toMatchObject({ same: true })
  }
}
