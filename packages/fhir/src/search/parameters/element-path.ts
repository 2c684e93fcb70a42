import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'

/** Returns the values of an element in a resource, with arrays flattened. */
export type ElementPath = (resource: JsonObject) => readonly JsonValue[]

interface Step {
  readonly name: string
  /** A filter that keeps the objects whose member equals a string: `telecom[system=phone]`. */
  readonly where: { readonly member: string; readonly equals: string } | undefined
}

const none: readonly JsonValue[] = []

/**
 * Compiles a path of element names: `name.given`, alternatives `effectiveDateTime|effectivePeriod`, and a filter on a
 * member `telecom[system=phone]`, also by a URL. `.` is the resource itself. With `?` at the end, the path returns one
 * boolean: whether any value other than false is present. Throws a SyntaxError on anything else.
 */
export function compileElementPath(expression: string): ElementPath {
  if (expression.endsWith('?')) {
    const path = compileElementPath(expression.slice(0, -1))
    return (resource) => [path(resource).some((value) => value !== false)]
  }
  const alternatives = expression.split('|').map((path) => (path === '.' ? [] : splitSteps(path).map(compileStep)))
  const single = alternatives.length === 1 ? alternatives[0] : undefined
  if (single?.length === 1 && single[0]?.where === undefined) {
    const name = single[0]?.name ?? ''
    return (resource) => {
      const value = resource[name]
      if (value === undefined) return none
      return Array.isArray(value) ? value : [value]
    }
  }
  return (resource) => {
    let found: JsonValue[] | undefined
    for (const steps of alternatives) {
      const first = steps[0]
      if (first !== undefined && resource[first.name] === undefined) continue
      found ??= []
      collect(resource, steps, 0, found)
    }
    return found ?? none
  }
}

/** Splits a path at dots outside of brackets. */
export function splitSteps(path: string): readonly string[] {
  return path.split(/\.(?![^[]*\])/)
}

function compileStep(text: string): Step {
  const parts = /^([A-Za-z]+)(?:\[([A-Za-z]+)=([^[\]|]+)\])?$/.exec(text)
  const name = parts?.[1]
  if (name === undefined) {
    throw new SyntaxError(`Expected an element path such as "name.given" or "telecom[system=phone]", got "${text}".`)
  }
  const member = parts?.[2]
  const equals = parts?.[3]
  return { name, where: member === undefined || equals === undefined ? undefined : { member, equals } }
}

function collect(value: JsonValue, steps: readonly Step[], index: number, found: JsonValue[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, steps, index, found)
    return
  }
  const filter = index > 0 ? steps[index - 1]?.where : undefined
  if (filter !== undefined && !(isJsonObject(value) && value[filter.member] === filter.equals)) return
  const step = steps[index]
  if (step === undefined) {
    found.push(value)
    return
  }
  if (!isJsonObject(value)) return
  const next = value[step.name]
  if (next !== undefined) collect(next, steps, index + 1, found)
}
