import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isFixtureName } from '@carebench/fixtures/names'
import { nearestName } from '@carebench/verifier/kinds'
import { type AgentName, agentNames, type Wait } from '../demo/agent.js'
import { createScriptedAgent } from '../demo/scripted-agent.js'
import type { Agent } from '../runner/agent.js'
import { createModuleAgent, type ModuleAgentFunction } from '../runner/agents/module-agent.js'
import type { Surface } from '../runner/surface.js'
import { UsageError } from '../terminal/exit-reason.js'
import { atSurface } from './agent-surface.js'
import { createHumanAgent, humanName } from './people/human-agent.js'
import type { Reader } from './people/reader.js'
import type { ReaderDesk } from './people/reader-desk.js'
import { createElsewhereAgent, type ProcessSetting, processAgentForms } from './process-agents.js'
import { createSolutionAgent, type RecordedSolutions, solutionName } from './solution-agent.js'
import { describeLoadFailure, withPlace } from './thrown-place.js'

/** An agent as the user names it. */
export interface AgentChoice {
  /** Its name in the results; by default derived from the agent. */
  readonly name?: string
  /** `good`, `careless`, `idle`, `solution`, `human`, `module:FILE`, or an agent in another process. */
  readonly agent: string
}

export interface ChoiceContext {
  /** The benchmark as the user named it. */
  readonly source: string
  /** Skips the waiting times of scripted agents. */
  readonly wait: Wait
  /** The recorded solutions of the benchmark, if its files are local. */
  readonly solutions?: RecordedSolutions
  readonly processes: ProcessSetting
  /** The person who works as the agent `human`. */
  readonly person?: { readonly reader: Reader; readonly desk: ReaderDesk }
  /** How agents reach the systems; default: depends on their kind. */
  readonly surface?: Surface
}

/** Whether the agent is one of the scripts of the demo, which work one after another because they share a clock. */
export function isScripted({ agent }: AgentChoice): boolean {
  return (agentNames as readonly string[]).includes(agent)
}

/** Whether the agent is the reference, which replays the recorded solutions of the benchmark. */
export function isReference({ agent }: AgentChoice): boolean {
  return agent === solutionName
}

/** Reads `NAME=SPEC` or `SPEC`. */
export function parseAgentChoice(text: string): AgentChoice {
  const [, name, agent] = /^([A-Za-z0-9._-]+)=(.+)$/s.exec(text) ?? []
  return name === undefined || agent === undefined ? { agent: text } : { name, agent }
}

/** Creates a chosen agent. Throws a {@link UsageError} for an invalid choice. */
export async function createChosenAgent(
  choice: AgentChoice,
  { source, wait, solutions, processes, person, surface }: ChoiceContext,
): Promise<Agent> {
  const { agent: spec, name } = choice
  if (isScripted(choice)) {
    if (!isFixtureName(source)) throw new TypeError(`${source} is not a fixture`)
    const agent = createScriptedAgent({ benchmark: source, agent: spec as AgentName, wait })
    assertByCalls(spec, surface)
    return name === undefined ? agent : { ...agent, name }
  }
  if (isReference(choice)) {
    if (solutions === undefined) throw new TypeError('The files of the benchmark are not here.')
    assertByCalls(spec, surface)
    return createSolutionAgent({ ...(name === undefined ? {} : { name }), solutions, wait })
  }
  if (spec === humanName) {
    if (person === undefined) throw new TypeError('There is no reader.')
    return atSurface(createHumanAgent(person.reader, name, person.desk), surface)
  }
  const [, file] = /^module:(.+)$/s.exec(spec) ?? []
  if (file !== undefined) return atSurface(await loadModuleAgent(file, name), surface)
  const elsewhere = createElsewhereAgent(spec, name, processes)
  if (elsewhere !== undefined) return atSurface(elsewhere, surface)
  const forms = [...agentNames, solutionName, humanName, ...processAgentForms]
  const near = nearestName(spec, forms)
  const hint = near === undefined ? '' : `did you mean ${near}? `
  throw new UsageError(`${hint}there is no agent ${spec}; name ${forms.join(', ')}, or module:FILE`)
}

/** Throws a {@link UsageError} if an agent that repeats recorded HTTP calls should use another surface. */
function assertByCalls(agent: string, surface: Surface | undefined): void {
  if (surface === undefined || surface === 'http') return
  throw new UsageError(`--surface ${surface}: the agent ${agent} only makes recorded calls over HTTP`)
}

async function loadModuleAgent(file: string, name: string | undefined): Promise<Agent> {
  if (!existsSync(file)) throw new UsageError(`${file} cannot be read: there is no such file`)
  const url = pathToFileURL(resolve(file)).href
  let loaded: { readonly default?: unknown }
  try {
    loaded = await import(url)
  } catch (cause) {
    throw new UsageError(`${file} cannot be loaded: ${describeLoadFailure(cause, file, url)}`, { cause })
  }
  if (typeof loaded.default !== 'function') {
    throw new UsageError(`${file} must have a default export: export default async (trial, { signal }) => output`)
  }
  const work = loaded.default as ModuleAgentFunction
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  return createModuleAgent({
    name: name ?? basename(file).replace(/\.[cm]?[jt]s$/, ''),
    identity: { module: basename(file), sha256 },
    async run(trial, context) {
      try {
        return await work(trial, context)
      } catch (error) {
        // The signal's reason says why the trial must end.
        throw trial.signal.aborted ? error : withPlace(error, url)
      }
    },
  })
}
