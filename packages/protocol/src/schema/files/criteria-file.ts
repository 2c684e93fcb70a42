import { Type } from 'typebox'
import { harms, severities } from '../../severity.js'
import { taskItems } from '../benchmark.js'
import { choiceSchema, closed, nullable, recordSchema } from '../primitives.js'

/** Scoring options of a task. */
export const verifyOptions = closed({
  pass_threshold: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
  axis_weights: Type.Optional(recordSchema(Type.Number({ minimum: 0 }))),
  items: Type.Optional(taskItems.items),
  ends_at: Type.Optional(taskItems.ends_at),
})

/** A criterion in the form of the verifier. Open, so that a criterion from the service can be used unchanged. */
export const verifiedCriterion = Type.Object({
  id: Type.Optional(nullable(Type.String())),
  label: Type.String(),
  /** `assert` names a kind that the verifier knows, which validates the other members. */
  assertion: Type.Object({ assert: Type.String() }),
  weight: Type.Optional(Type.Number({ minimum: 0 })),
  axis: Type.Optional(nullable(Type.String())),
  guard: Type.Optional(Type.Boolean()),
  severity: Type.Optional(nullable(choiceSchema(severities))),
  harm: Type.Optional(nullable(choiceSchema(harms))),
  item: Type.Optional(nullable(Type.String())),
  input_entity_id: Type.Optional(nullable(Type.String())),
})

/** The schema of a file of criteria: a list of criteria, optionally with options. */
export const criteriaFile = Type.Union([
  Type.Array(verifiedCriterion),
  closed({
    $schema: Type.Optional(Type.String()),
    criteria: Type.Array(verifiedCriterion),
    options: Type.Optional(verifyOptions),
  }),
])
