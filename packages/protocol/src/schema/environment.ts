import { type Static, Type } from 'typebox'
import { limits } from '../limits.js'
import { patterns } from './pattern.js'
import { anyJson, anyJsonObject, closed, dateTime, id, nameSchema, nullable, oneOfNames } from './primitives.js'

export const simulator = Type.Object({
  id,
  type: oneOfNames('simulator'),
  name: Type.String(),
  config: anyJsonObject,
  created_at: dateTime,
})
export type Simulator = Static<typeof simulator>

export const createSimulatorBody = closed({
  type: oneOfNames('simulator'),
  name: nameSchema(200),
  config: Type.Optional(nullable(anyJsonObject)),
})

export const updateSimulatorBody = closed({
  name: Type.Optional(nameSchema(200)),
  config: Type.Optional(anyJsonObject),
})

export const dataset = Type.Object({
  id,
  type: oneOfNames('dataset'),
  name: Type.String(),
  description: nullable(Type.String()),
  parent_id: nullable(id),
  config: anyJson,
  /**
   * The places where `config` does not match the type, as pointers into the dataset. Absent from other services; empty
   * if it matches.
   */
  problems: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
  created_at: dateTime,
})
/** Synthetic data that seeds simulators. Specification 2.3. */
export type Dataset = Static<typeof dataset>

export const createDatasetBody = closed({
  type: oneOfNames('dataset'),
  name: nameSchema(200),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  parent_id: Type.Optional(nullable(id)),
  config: anyJson,
})

export const updateDatasetBody = closed({
  name: Type.Optional(nameSchema(200)),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  parent_id: Type.Optional(nullable(id)),
  config: Type.Optional(anyJson),
})

export const datasetEntity = Type.Object({
  id,
  dataset_id: id,
  type: Type.String(),
  ref: nullable(Type.String()),
  data: anyJson,
  created_at: dateTime,
})
/** A part of a dataset that tasks are bound to and criteria refer to. */
export type DatasetEntity = Static<typeof datasetEntity>

export const createDatasetEntityBody = closed({
  type: Type.String({ minLength: 1, maxLength: 64 }),
  ref: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  data: anyJson,
})

export const environment = Type.Object({
  id,
  name: Type.String(),
  description: nullable(Type.String()),
  /**
   * In the order in which they were linked. The first of a type has the plain path of its group, others
   * `<group>@<key>`.
   */
  simulators: Type.Array(
    Type.Object({
      id,
      type: Type.String(),
      key: Type.Optional(Type.String()),
      name: Type.String(),
      config: anyJsonObject,
    }),
  ),
  /**
   * A dataset with a `system` seeds only the simulator with that key; any other seeds every simulator that takes its
   * type.
   */
  datasets: Type.Array(
    Type.Object({ id, type: Type.String(), name: Type.String(), system: Type.Optional(Type.String()) }),
  ),
  created_at: dateTime,
})
/** A set of simulators and the data they are seeded with. Specification 2.1. */
export type Environment = Static<typeof environment>

export const createEnvironmentBody = closed({
  name: nameSchema(200),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
})

/** The key of a system in its environment. */
export const systemKey = Type.String({ pattern: patterns.systemKey })

export const linkSimulatorBody = closed({
  /** Default: the name of its group for the first of its type; every further system of a type needs a key. */
  key: Type.Optional(systemKey),
})

export const linkDatasetBody = closed({
  /**
   * The key of the only simulator to seed, which may be the first of its type. Default: all that take the dataset's
   * type.
   */
  system: Type.Optional(systemKey),
})

export const updateEnvironmentBody = closed({
  name: Type.Optional(nameSchema(200)),
  description: Type.Optional(nullable(Type.String({ maxLength: 1000 }))),
  simulators: Type.Optional(
    Type.Array(closed({ id, config: anyJsonObject }), { maxItems: limits.environmentSimulators }),
  ),
})
