import type { Completion } from '@carebench/client'
import type { FixtureName } from '@carebench/fixtures'
import { defaultSystems, replayRecord } from '@carebench/service'
import { regrade } from '@carebench/systems/verifier'
import { expect } from 'vitest'
import { type AgentName, agentNames } from '../../packages/carebench/src/demo/agent.js'
import { agents as scripted } from '../../packages/carebench/src/demo/agents/agents.js'
import type { InMemoryDesk } from '../in-memory-desk.js'

/** What came of an answer: nothing of it can be relied upon. */
export type Json = ReturnType<typeof JSON.parse>

/** A benchmark that every scripted agent has worked through, and where. */
export type PlayedBenchmark = Awaited<ReturnType<typeof playAll>>

/** What an agent did with a benchmark. */
export type Played = Awaited<ReturnType<typeof play>>

/** Lets the scripted agents work through a benchmark at a desk, one after the other. */
export async function playAll(name: FixtureName, desk: InMemoryDesk, agents: readonly AgentName[] = agentNames) {
  const played: Partial<Record<AgentName, Played>> = {}
  for (const agent of agents) played[agent] = await play(desk, name, agent)
  return { desk, played }
}

/** Answers what an agent was told, and the run. */
async function play(desk: InMemoryDesk, name: FixtureName, agent: AgentName) {
  const run = await desk.solver.runs.create({ benchmark: desk.benchmark })
  const steps: string[] = []
  const completions: Completion[] = []
  for (const task of run.tasks) {
    completions.push(await scripted[name][agent](task, (step) => steps.push(step), desk.wait))
  }
  const { verdict, score } = await run.read()
  return { completions, verdict, score, steps, run }
}

/** What the organization of the benchmark reads. */
export async function read(desk: InMemoryDesk, path: string): Promise<Json> {
  const headers = { authorization: `Bearer ${desk.organizationKey}` }
  const answer = await desk.fetch(`https://carebench.example.org${path}`, { headers })
  expect(answer.status).toBe(200)
  return answer.json()
}

/** What one agent did. */
export function playedBy(agent: AgentName, { played }: PlayedBenchmark): Played {
  const one = played[agent]
  if (one === undefined) throw new Error(`${agent} was not played.`)
  return one
}

/** Expects the records of some tasks of an agent to be the same in two runs, and to replay and regrade to the same. */
export async function assertSameRecord(
  one: PlayedBenchmark,
  other: PlayedBenchmark,
  agent: AgentName,
  choose: (run: Played['run']) => readonly { readonly id: string }[],
): Promise<void> {
  for (const { id } of choose(playedBy(agent, one).run)) {
    const record = await read(one.desk, `/task-runs/${id}/record`)
    expect(JSON.stringify(await read(other.desk, `/task-runs/${id}/record`))).toBe(JSON.stringify(record))
    expect(replayRecord(record, defaultSystems)).toMatchObject({ same: true })
    expect(regrade(record)).toMatchObject({ same: true })
  }
}
