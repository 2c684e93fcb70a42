import { type Static, Type } from 'typebox'
import { limits } from '../../limits.js'
import {
  benchmarkName,
  concurrency,
  criterionFields,
  overrides,
  simulatorPatches,
  taskFields,
  taskName,
  timeout,
  visibility,
} from '../benchmark.js'
import { systemKey } from '../environment.js'
import { anyJson, anyJsonObject, closed, described, nameSchema, nullable } from '../primitives.js'

/** A benchmark as one document, with the data of its environment, to publish it from files. */
export const benchmarkDefinition = closed({
  $schema: Type.Optional(Type.String()),
  name: benchmarkName,
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  timeout: Type.Optional(timeout),
  concurrency: Type.Optional(concurrency),
  visibility: Type.Optional(visibility),
  overrides: Type.Optional(overrides),
  environment: closed({
    name: nameSchema(200),
    description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
    simulators: Type.Array(createSimulatorEntry()),
    datasets: Type.Array(createDatasetEntry()),
  }),
  tasks: Type.Array(
    closed({
      name: taskName,
      ...taskFields,
      environment: Type.Optional(
        described(
          nullable(
            closed({
              datasets: Type.Optional(Type.Array(createDatasetEntry(), { maxItems: limits.taskDatasets })),
              simulators: Type.Optional(simulatorPatches),
            }),
          ),
          'What the task has in addition to the environment: its own datasets, and changes to the configurations ' +
            'of simulators.',
        ),
      ),
      entities: Type.Optional(
        Type.Array(
          closed({
            dataset: Type.String({
              description: 'Name of the dataset that the entity belongs to: of the task, or of the environment.',
            }),
            type: Type.String({ minLength: 1, maxLength: 64 }),
            ref: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
            data: anyJson,
          }),
        ),
      ),
      criteria: Type.Array(
        closed({
          ...criterionFields,
          input_entity: Type.Optional(
            described(nullable(Type.String()), 'The `ref` of the entity of the task that the criterion reads.'),
          ),
        }),
      ),
    }),
    { minItems: 1 },
  ),
})
export type BenchmarkDefinition = Static<typeof benchmarkDefinition>

function createSimulatorEntry() {
  return closed({
    type: Type.String({ description: 'The kind of simulated system: FHIR, Payer, HL7, X12, Files, …' }),
    key: Type.Optional(
      described(
        systemKey,
        'Its key in paths such as `faxes@imaging`; required for every system of a type except the first.',
      ),
    ),
    name: nameSchema(200),
    config: Type.Optional(described(anyJsonObject, 'The behavior of the system; depends on the type.')),
  })
}

function createDatasetEntry() {
  return closed({
    type: Type.String({ description: 'The type of data: FHIR, Files, HL7, X12 or Portal.' }),
    system: Type.Optional(
      described(
        systemKey,
        'The key of the only simulator to seed, which may be the first of its type; default: all that take the type.',
      ),
    ),
    name: nameSchema(200),
    description: Type.Optional(nullable(Type.String())),
    config: described(anyJson, 'The data, or the parameters that it is generated from; depends on the type.'),
  })
}
