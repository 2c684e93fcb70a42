import {
  type Finding,
  finish,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Validator,
} from '@carebench/protocol'
import type { StepDescription, System } from '@carebench/systems'
import { arrivalFindings } from '../../playground/arrivals.js'
import { checkSchema } from './schema-check.js'

/**
 * Creates the validator of a task, or of a benchmark with its tasks, that checks scenario steps in full: steps of
 * custom systems by their schemas, and all steps by the state-independent checks of their system.
 */
export function withStepCheck(validate: Validator, systems: readonly System[]): Validator {
  const own = new Map(systems.flatMap(({ steps = [] }) => steps.map((step) => [step.type, step])))
  return (value) => {
    const findings: Finding[] = []
    const reported = validate(own.size === 0 ? value : withoutOwnSteps(value, '', own, findings)) ?? []
    const all = [...reported.map((finding) => withOwnTypes(finding, [...own.keys()])), ...findings]
    if (all.length === 0) all.push(...stepFindings(value, '', systems))
    return all.length === 0 ? null : all
  }
}

/** Returns the findings of the systems on the steps of a task, or of the tasks of a benchmark. */
function stepFindings(value: unknown, at: string, systems: readonly System[]): Finding[] {
  if (!isJsonObject(value)) return []
  const { scenario, tasks } = value
  const nested = Array.isArray(tasks)
    ? tasks.flatMap((task, index) => stepFindings(task, `${at}/tasks/${index}`, systems))
    : []
  const events = systems.flatMap((system) => system.events.map(({ type }) => type))
  const steps = isJsonObject(scenario) && Array.isArray(scenario.steps) ? scenario.steps : []
  return [
    ...nested,
    ...steps.flatMap((step, index) => {
      if (!isStep(step)) return []
      const { at_seconds: _, after: __, ...own } = step
      const system = systems.find(({ scenarioSteps }) => scenarioSteps.includes(step.type))
      const place = `${at}/scenario/steps/${index}`
      const found = [...(system?.stepFindings?.(own as typeof step) ?? []), ...arrivalFindings(step, events)]
      return found.map(({ path, message }) => ({ path: place + path, message }))
    }),
  ]
}

function isStep(step: JsonValue): step is JsonObject & { readonly type: string } {
  return isJsonObject(step) && typeof step.type === 'string'
}

/** Returns a finding about the type of a step that also lists the types of custom systems. */
function withOwnTypes(finding: Finding, types: readonly string[]): Finding {
  if (types.length === 0 || !/\/scenario\/steps\/\d+\/type$/.test(finding.path)) return finding
  const names = types.map((type) => `, ${JSON.stringify(type)}`).join('')
  return { ...finding, message: finding.message.replace(/(?=; got )/, names) }
}

/**
 * A stand-in for a step of a custom system. Every schema of steps accepts it, with the key and the time of that step.
 */
const standIn: JsonObject = { type: 'upsert_fhir', resource: { resourceType: 'Basic' } }

function withoutOwnSteps(
  value: unknown,
  at: string,
  known: ReadonlyMap<string, StepDescription>,
  findings: Finding[],
): unknown {
  if (!isJsonObject(value)) return value
  const { scenario, tasks } = value
  const changed: Record<string, unknown> = { ...value }
  if (Array.isArray(tasks)) {
    changed.tasks = tasks.map((task, index) => withoutOwnSteps(task, `${at}/tasks/${index}`, known, findings))
  }
  if (isJsonObject(scenario) && Array.isArray(scenario.steps)) {
    const steps = scenario.steps.map((step: JsonValue, index) => {
      const own = isJsonObject(step) ? known.get(String(step.type)) : undefined
      if (own === undefined || !isJsonObject(step)) return step
      const { type: _, system, at_seconds, after, ...members } = step
      findings.push(...finish(checkSchema(own.schema, members, `${at}/scenario/steps/${index}`)))
      return {
        ...standIn,
        ...(system !== undefined && { system }),
        ...(at_seconds !== undefined && { at_seconds }),
        ...(after !== undefined && { after }),
      }
    })
    changed.scenario = { ...scenario, steps }
  }
  return changed
}
