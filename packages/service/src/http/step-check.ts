import { type Finding, isJsonObject, type JsonObject, type Validator } from '@carebench/protocol'
import type { StepDescription, System } from '@carebench/systems'
import { Errors } from 'typebox/value'

/** The steps that systems have of their own. */
export function ownStepsOf(systems: readonly System[]): readonly StepDescription[] {
  return systems.flatMap(({ steps = [] }) => steps)
}

/**
 * The validator of a task, or of a benchmark with its tasks, that lets scenarios have steps of systems of one's own, and
 * checks those by their own schemas. The same one where no system has any.
 */
export function withOwnSteps(validate: Validator, steps: readonly StepDescription[]): Validator {
  if (steps.length === 0) return validate
  const known = new Map(steps.map((step) => [step.type, step]))
  return (value) => {
    const findings: Finding[] = []
    const schemaFindings = validate(withoutOwnSteps(value, '', known, findings)) ?? []
    const all = [...schemaFindings, ...findings]
    return all.length === 0 ? null : all
  }
}

/** A step that is taken everywhere and does nothing. */
const nothing: JsonObject = { type: 'advance_clock', seconds: 0 }

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
    const steps = scenario.steps.map((step: unknown, index) => {
      const own = isJsonObject(step) ? known.get(String(step.type)) : undefined
      if (own === undefined || !isJsonObject(step)) return step
      const { type: _, system, ...members } = step
      const place = `${at}/scenario/steps/${index}`
      for (const { instancePath, message } of Errors(own.schema, members)) {
        findings.push({ path: place + instancePath, message })
      }
      return system === undefined ? nothing : { ...heldBy, system }
    })
    changed.scenario = { ...scenario, steps }
  }
  return changed
}

/** A step that every schema of steps takes with a key. */
const heldBy: JsonObject = { type: 'upsert_fhir', resource: { resourceType: 'Basic' } }
