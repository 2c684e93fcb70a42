import { ApiError, type BenchmarkDefinition, type Finding, validatorFor } from '@carebench/protocol'
import { defaultSystems, type System } from '@carebench/systems'
import { systemsNamedIn, validateAssertion } from '@carebench/systems/verifier'
import type { Verifier } from '@carebench/verifier'
import { withStepCheck } from '../http/json/step-check.js'
import { findArrivalErrors } from './arrival-references.js'
import { findAssertionErrors } from './definition-assertions.js'
import { findReferenceErrors } from './definition-references.js'
import { findEventErrors } from './event-references.js'
import { findSeedErrors, findSystemErrors } from './system-references.js'
import { findTaskEnvironmentErrors } from './task-environments.js'

/** Checks assertions against the schema of their kind, and finds the systems that they name. */
export type AssertionVerifier = Pick<Verifier, 'validateAssertion' | 'systemsNamedIn'>

/**
 * Returns the inconsistencies of a definition that its schema cannot express: unresolved names, keys of systems that
 * the environment does not have, steps that follow events of such systems, events that no system emits, and assertions
 * that do not match their kinds. Empty if there are none. Paths are pointers into the definition. `verifier` knows the
 * kinds of assertion and of record; default: the built-in ones. `systems` are the systems in addition to the built-in
 * ones.
 */
export function findDefinitionErrors(
  definition: BenchmarkDefinition,
  verifier: AssertionVerifier = { validateAssertion, systemsNamedIn },
  systems: readonly System[] = [],
): readonly Finding[] {
  const { environment, tasks } = definition
  const errors = [...findReferenceErrors(definition), ...findAssertionErrors(definition, verifier)]
  const known = [...defaultSystems, ...systems]
  const unknown = [
    ...findSeedErrors(environment, known),
    ...findTaskEnvironmentErrors(definition, known),
    ...findArrivalErrors(definition, known),
    ...findEventErrors(definition, known),
    ...findSystemErrors({ simulators: environment.simulators, tasks }, { verifier, systems: known }),
  ]
  // A malformed key is already reported by the schema of its kind.
  const reported = new Set(errors.map(({ path }) => path))
  return [...errors, ...unknown.filter(({ path }) => !reported.has(path))]
}

/** Throws an ApiError `INVALID_REQUEST` with all inconsistencies, before a half-created benchmark takes its name. */
export function assertDefinition(
  definition: BenchmarkDefinition,
  verifier?: AssertionVerifier,
  systems: readonly System[] = [],
): void {
  const validate = withStepCheck(validatorFor('benchmarkDefinition'), systems)
  const errors = validate(definition) ?? findDefinitionErrors(definition, verifier, systems)
  if (errors.length === 0) return
  const shown = errors.slice(0, 3).map(({ path, message }) => `${path} ${message}`)
  throw new ApiError('INVALID_REQUEST', `The definition is inconsistent: ${shown.join('; ')}.`, { errors })
}
