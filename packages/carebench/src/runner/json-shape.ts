import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'

/** A rule that a JSON value breaks. */
export interface ShapeFault {
  /** JSON Pointer to the member, `/steps/3/tool_calls/0/arguments`; empty for the value itself. */
  readonly path: string
  readonly message: string
}

/** Checks one value; `report` adds a fault at a path below it. */
export type Check = (value: unknown, path: string, report: Report) => void
export type Report = (path: string, message: string) => void

interface Shape {
  readonly required: Readonly<Record<string, Check>>
  /** Members that may be absent or null. */
  readonly optional: Readonly<Record<string, Check>>
  /** The message about other members; default: they are allowed. */
  readonly refusal?: string
}

/**
 * Maximum number of faults reported for a value; without it, a hostile value could have a fault in every third byte.
 */
export const maxFaults = 100

/** Thrown to end a check after the maximum number of faults. */
const enough = Symbol('enough')

/** Returns the rules that a value breaks, the first {@link maxFaults} of them. */
export function findFaults(value: unknown, check: Check): ShapeFault[] {
  const faults: ShapeFault[] = []
  try {
    check(value, '', (path, message) => {
      faults.push({ path, message })
      if (faults.length === maxFaults) throw enough
    })
  } catch (thrown) {
    if (thrown !== enough) throw thrown
  }
  return faults
}

export function shaped({ required, optional, refusal }: Shape): Check {
  return (value, path, report) => {
    if (!isJsonObject(value)) return report(path, `must be an object, got ${nameType(value)}`)
    for (const [name, check] of Object.entries(required)) {
      if (!Object.hasOwn(value, name)) report(`${path}/${name}`, 'is required')
      else check(value[name], `${path}/${name}`, report)
    }
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(required, name)) continue
      const check = Object.hasOwn(optional, name) ? optional[name] : undefined
      if (check !== undefined && member !== null) check(member, `${path}/${name}`, report)
      if (check === undefined && refusal !== undefined) report(pointerTo(path, name), refusal)
    }
  }
}

export function each(check: Check): Check {
  return (value, path, report) => {
    if (!Array.isArray(value)) return report(path, `must be an array, got ${nameType(value)}`)
    for (const [index, item] of value.entries()) check(item, `${path}/${index}`, report)
  }
}

/** Returns a check of every member of an object. */
export function eachMember(check: Check): Check {
  return (value, path, report) => {
    if (!isJsonObject(value)) return report(path, `must be an object, got ${nameType(value)}`)
    for (const [name, member] of Object.entries(value)) check(member, pointerTo(path, name), report)
  }
}

export function nullOr(check: Check): Check {
  return (value, path, report) => {
    if (value !== null) check(value, path, report)
  }
}

export function typed(expected: string, matches: (value: unknown) => boolean): Check {
  return (value, path, report) => {
    if (!matches(value)) report(path, `must be ${expected}, got ${nameType(value)}`)
  }
}

/** Returns a check of a number's range; unlike with {@link typed}, the message shows the number. */
export function ranged(expected: string, matches: (value: number) => boolean): Check {
  return (value, path, report) => {
    if (typeof value === 'number' && matches(value)) return
    report(path, `must be ${expected}, got ${typeof value === 'number' ? value : nameType(value)}`)
  }
}

export function checkChoice(...values: readonly string[]): Check {
  return (value, path, report) => {
    if (typeof value === 'string' && values.includes(value)) return
    const got = typeof value === 'string' ? JSON.stringify(value.slice(0, 100)) : nameType(value)
    report(path, `must be ${values.map((known) => JSON.stringify(known)).join(' or ')}, got ${got}`)
  }
}

export const text = typed('a string', (value) => typeof value === 'string')
export const flag = typed('true or false', (value) => typeof value === 'boolean')
export const object = typed('an object', isJsonObject)

export function isPresent(value: JsonObject, member: string): boolean {
  return value[member] !== undefined && value[member] !== null
}

export function listObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map((item) => (isJsonObject(item) ? item : {})) : []
}

export function nameType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a value of the type ${typeof value}`
}
