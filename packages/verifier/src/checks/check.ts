import type { JsonObject, JsonValue, Steps } from '@carebench/protocol'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { WorkBudget } from '../budget/work-budget.js'
import type { Collections } from '../evidence/collections/collections.js'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { PhraseQuestion } from '../judge/phrase-question.js'
import type { Assumptions } from '../matchers/assumptions.js'
import type { Findings } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'
import { addToKey, type SelectingPath } from './fields/selecting-path.js'

/**
 * The outcome of a check. `unsupported` (a part was not observed) and `undecided` (a text cannot be read) score 0 and
 * are never a pass.
 */
export type CheckOutcome =
  | { readonly outcome: 'passed'; readonly details: string; readonly evidence: JsonObject }
  | {
      readonly outcome: 'failed'
      /** At least 0 and below 1. */
      readonly score: number
      readonly details: string
      /** Null if there was nothing to examine. */
      readonly evidence: JsonObject | null
    }
  | { readonly outcome: 'unsupported'; readonly details: string }
  | { readonly outcome: 'undecided'; readonly details: string }

/** The information about its criterion that a check can read. */
export interface CheckContext {
  /** The dataset entity the criterion is about. */
  readonly input_entity_id: string | null
  /** Passed to matchers in their scope, as `resolveScope` does: assumptions decide where a text is undecided. */
  readonly assumptions?: Assumptions
  /** Passed to matchers in their scope as well: the budget bounds the work on long texts. */
  readonly budget?: WorkBudget
}

/** A compiled assertion. */
export interface CompiledCheck {
  /** Judges the final state of the evidence. Deterministic and without side effects. */
  evaluate(evidence: PreparedEvidence, context: CheckContext): CheckOutcome
  /**
   * Returns the steps of work that `evaluate` would otherwise do in one long piece, such as parsing; undefined if
   * nothing is left to do. The steps keep their results in the states of the evidence; `evaluate` must return the same
   * outcome without them.
   */
  prepare?(evidence: PreparedEvidence, context: CheckContext): Steps<void> | undefined
  /** Announces look-ups so that one pass can do them all; called for all criteria before the first `evaluate`. */
  announce?(evidence: PreparedEvidence, context: CheckContext): void
  /**
   * Returns the next questions for a judge, given the judgements in the evidence; none once everything is decided. Only
   * `verifyAsync` asks; `evaluate` reads the answers with `evidence.judgement(question)`.
   */
  questions?(evidence: PreparedEvidence, context: CheckContext): readonly PhraseQuestion[]
  /** For the audit: the paths by which the assertion selects records. Default none. */
  readonly selectingPaths?: readonly SelectingPath[]
}

/** How an assertion selects records by the value of one of their keys. */
export interface KeySelection {
  /** The list of records, by its name in assertions. */
  readonly list: string
  readonly key: JsonValue | undefined
  /** Undefined if the value is read from an entity. */
  readonly value: JsonValue | undefined
}

/**
 * A kind of assertion. The verifier takes an array of kinds; append your own to `defaultChecks`.
 *
 * @typeParam Schema - the TypeBox schema of the assertion
 */
export interface Check<Schema extends TSchema = TSchema> {
  /** The value of `assert`. */
  readonly kind: string
  /** The shape of the assertion, including `assert`. Only assertions that fit it are passed to `compile`. */
  readonly schema: Schema
  /**
   * Compiles an assertion once. Errors that the schema cannot express are reported to `findings`, with the JSON Pointer
   * of the offending member; the result is then ignored. `collections` finds records by the name of their collection.
   */
  compile(assertion: Static<Schema>, findings: Findings, collections: Collections): CompiledCheck | undefined
  /**
   * For the audit: how an assertion selects records, for kinds whose `correlate_by` is a key and a value instead of
   * `{path: expected}`. The assertion may not fit the schema.
   */
  readonly keySelection?: (assertion: JsonValue) => KeySelection | undefined
}

/** Declares a kind of assertion; the type of its assertions is inferred from the schema. */
export function defineCheck<Schema extends TSchema>(check: Check<Schema>): Check {
  return {
    kind: check.kind,
    schema: check.schema,
    compile: (assertion, findings, collections) => check.compile(assertion as Static<Schema>, findings, collections),
    ...(check.keySelection && { keySelection: check.keySelection }),
  }
}

/**
 * Declares a kind of assertion on the records of one system. In addition to the members in `schema` it accepts
 * `system`, the key of a system other than the first of its type, and reads that system's records; its `matched` then
 * names the system as well.
 */
export function defineSystemCheck<Properties extends TProperties>(check: Check<TObject<Properties>>): Check {
  const schema = Type.Object({ ...check.schema.properties, system: systemMember }, { additionalProperties: false })
  return {
    kind: check.kind,
    schema,
    compile(assertion, findings, collections) {
      const { system, ...plain } = assertion as JsonObject
      const compiled = check.compile(plain as Static<TObject<Properties>>, findings, collections)
      return compiled === undefined || typeof system !== 'string' ? compiled : behindKey(compiled, system)
    },
    ...(check.keySelection && { keySelection: check.keySelection }),
  }
}

/** The member of assertions, and of objects inside them, that names a system. */
export const systemMember = /* @__PURE__ */ Type.Optional(
  /* @__PURE__ */ Type.String({
    pattern: '^[a-z][a-z0-9-]{0,31}$',
    description: 'The key of the system, if it is not the first of its type.',
  }),
)

function behindKey(check: CompiledCheck, system: string): CompiledCheck {
  return {
    evaluate(evidence, context) {
      const own = evidence.behind(system)
      if (own === undefined) {
        return { outcome: 'unsupported', details: `Not verified: the evidence has no system with the key "${system}".` }
      }
      const outcome = check.evaluate(own, context)
      if (outcome.outcome === 'unsupported' || outcome.outcome === 'undecided') return outcome
      const matched = outcome.evidence?.matched
      return isJsonObject(matched)
        ? { ...outcome, evidence: { ...outcome.evidence, matched: { ...matched, system } } }
        : outcome
    },
    prepare(evidence, context) {
      const own = evidence.behind(system)
      return own && check.prepare?.(own, context)
    },
    announce(evidence, context) {
      const own = evidence.behind(system)
      if (own !== undefined) check.announce?.(own, context)
    },
    questions(evidence, context) {
      const own = evidence.behind(system)
      return own === undefined ? [] : (check.questions?.(own, context) ?? [])
    },
    selectingPaths: (check.selectingPaths ?? []).map((path) => ({
      ...addToKey(system, path),
      readIn: (states) => path.readIn(states.flatMap((state) => state.behind(system) ?? [])),
    })),
  }
}
