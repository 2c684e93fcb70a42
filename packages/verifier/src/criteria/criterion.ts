import type { Harm, JsonObject, JsonValue, Severity } from '@carebench/protocol'
import { harms, type Steps, severities } from '@carebench/protocol/wire'
import type { CheckContext } from '../checks/check.js'
import { type Finding, Findings, pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'
import { nearestMember } from '../values/text/nearest-text.js'
import type { AssertionValidity, CompiledAssertion } from './assertion.js'

/**
 * A criterion in its wire format. Specification 2.6. Other members are ignored, except near misses of these, such as
 * `severty`, which are errors.
 */
export interface Criterion {
  readonly id?: string | null
  /** A description for people. */
  readonly label: string
  /** A typed assertion; an unknown or invalid one ends `unsupported`. */
  readonly assertion: unknown
  /** Its weight: finite, at least 0. Default 1. */
  readonly weight?: number
  /** The axis it belongs to. Default `__default__`. */
  readonly axis?: string | null
  /** Whether it states something that must not happen. Default false. */
  readonly guard?: boolean
  /**
   * The severity of breaking it (outcome `failed`): `critical` sets the task score to 0, `major` limits it to 0.5 and
   * the verdict to `partial`, `minor` only lowers the mean. Default `major` for guards, `minor` for others.
   */
  readonly severity?: Severity | null
  /** The kind of harm done if it is broken, for statistics. */
  readonly harm?: Harm | null
  /** The dataset entity it is about. */
  readonly input_entity_id?: string | null
  /** The key of the item of the task that it belongs to. Default: the whole task. */
  readonly item?: string | null
}

/** The axis of criteria that do not name one. */
export const defaultAxis = '__default__'

/** A criterion with its defaults filled in and its assertion compiled. */
export interface CompiledCriterion {
  readonly id: string | null
  readonly label: string
  readonly weight: number
  readonly axis: string
  readonly guard: boolean
  readonly severity: Severity | null
  readonly harm: Harm | null
  readonly input_entity_id: string | null
  readonly item: string | null
  /** The information about the criterion that its check can read. */
  readonly context: CheckContext
  /** The assertion as it was written. */
  readonly assertion: unknown
  readonly compiled: CompiledAssertion
}

/** Thrown when the criteria are malformed, except in their assertions: an invalid assertion ends `unsupported`. */
export class InvalidCriteriaError extends Error {
  override readonly name = 'InvalidCriteriaError'
  readonly errors: readonly Finding[]

  constructor(errors: readonly Finding[]) {
    super(
      'Expected criteria such as [{"label": "…", "assertion": {…}}]: ' +
        `${errors.map(({ path, message }) => `${path || 'the criteria'} ${message}`).join('; ')}.`,
    )
    this.errors = errors
  }
}

const compiledSets = new WeakSet<object>()

/** Criteria compiled by `compileCriteria`, for any number of verifications. */
export type CompiledCriteria = readonly CompiledCriterion[] & { readonly compiledCriteria: true }

/** Whether the criteria are already compiled. */
export function isCompiled(criteria: readonly Criterion[] | CompiledCriteria): criteria is CompiledCriteria {
  return compiledSets.has(criteria)
}

type CompileAssertion = (assertion: unknown) => CompiledAssertion

/**
 * Fills in defaults and compiles assertions, one in each step: compiling hundreds of patterns takes long.
 *
 * @throws {InvalidCriteriaError} listing every malformed or misspelt member, before the first step
 */
export function compileCriteriaWith(
  compile: CompileAssertion,
  criteria: readonly Criterion[],
): Steps<CompiledCriteria> {
  const findings = new Findings()
  const list: unknown = criteria
  if (!Array.isArray(list))
    throw new InvalidCriteriaError([{ path: '', message: `must be an array, found ${nameOfType(list)}` }])
  list.forEach((criterion: unknown, index) => {
    checkCriterion(criterion, pointerTo('', index), findings)
  })
  if (findings.list.length > 0) throw new InvalidCriteriaError(findings.list)
  return compileEach(compile, criteria)
}

function* compileEach(compile: CompileAssertion, criteria: readonly Criterion[]): Steps<CompiledCriteria> {
  const compiled: CompiledCriterion[] = []
  for (const criterion of criteria) {
    if (compiled.length > 0) yield
    compiled.push({
      id: criterion.id ?? null,
      label: criterion.label,
      weight: criterion.weight ?? 1,
      axis: criterion.axis ?? defaultAxis,
      guard: criterion.guard ?? false,
      severity: criterion.severity ?? null,
      harm: criterion.harm ?? null,
      input_entity_id: criterion.input_entity_id ?? null,
      item: criterion.item ?? null,
      context: { input_entity_id: criterion.input_entity_id ?? null },
      assertion: criterion.assertion,
      compiled: compile(criterion.assertion),
    })
  }
  compiledSets.add(compiled)
  return Object.assign(compiled, { compiledCriteria: true as const })
}

function checkCriterion(criterion: unknown, at: string, findings: Findings): void {
  if (!isJsonObject(criterion)) {
    findings.add(at, `must be an object, found ${nameOfType(criterion)}`)
    return
  }
  const expect = (key: string, what: string, isFit: (value: JsonValue) => boolean, required = false): void => {
    const value = Object.hasOwn(criterion, key) ? criterion[key] : undefined
    const absent = value === undefined || value === null
    if (absent ? required : !isFit(value)) findings.add(pointerTo(at, key), `must be ${what}, found ${showJson(value)}`)
  }
  const isText = (value: JsonValue): boolean => typeof value === 'string'
  checkNames(criterion, at, findings)
  expect('label', 'a string', isText, true)
  expect('id', 'a string', isText)
  expect('axis', 'a string', isText)
  expect('input_entity_id', 'a string', isText)
  expect('item', 'a string', isText)
  expect('guard', 'true or false', (value) => typeof value === 'boolean')
  expect('severity', `one of ${severities.join(', ')}`, (value) => isAmong(severities, value))
  expect('harm', `one of ${harms.join(', ')}`, (value) => isAmong(harms, value))
  expect(
    'weight',
    'a finite number from 0',
    (value) => typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY,
  )
}

/** The members of a criterion, apart from `id`, of which `_id` and `uid` would be near misses. */
const members = [
  'label',
  'assertion',
  'weight',
  'axis',
  'guard',
  'severity',
  'harm',
  'input_entity_id',
  'item',
] as const satisfies readonly (keyof Criterion)[]

/**
 * Reports the members that are near misses of absent ones, such as `severty` or `critical`. Services may store other
 * members of their own beside those of a criterion.
 */
function checkNames(criterion: JsonObject, at: string, findings: Findings): void {
  const absent = members.filter((name) => !Object.hasOwn(criterion, name))
  for (const name of Object.keys(criterion)) {
    if (name === 'id' || members.some((known) => known === name)) continue
    const near = isAmong(severities, name) ? 'severity' : nearestMember(name, absent)
    if (near !== undefined) {
      findings.add(pointerTo(at, name), `is not a member of criteria; did you mean ${JSON.stringify(near)}?`)
    }
  }
}

function isAmong(values: readonly string[], value: JsonValue): boolean {
  return typeof value === 'string' && values.includes(value)
}

/** Returns whether the assertion was accepted, and why not, without its compiled form. */
export function toValidity(compiled: CompiledAssertion): AssertionValidity {
  return compiled.ok ? { ok: true } : { ok: false, errors: compiled.errors }
}
