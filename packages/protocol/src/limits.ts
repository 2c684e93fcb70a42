/** Limits that server, clients and checks share. Specification 8 defines those of `page`. */
export const limits = {
  page: { default: 20, min: 1, max: 100 },
  /** Maximum size of a body in bytes. */
  body: 1024 * 1024,
  /** Maximum size of the body of FHIR calls, files and datasets in bytes. */
  largeBody: 16 * 1024 * 1024,
  /** An `Idempotency-Key`: its length in characters, and the number of seconds for which the response is repeated. */
  idempotencyKey: { min: 1, max: 128, seconds: 86_400 },
  /** Maximum nesting depth of a JSON body. */
  jsonDepth: 100,
  /** Maximum number of JSON values, without keys, in a body of up to 1 MiB, and in a larger one. */
  jsonValues: { body: 100_000, largeBody: 1_000_000 },
  /** Maximum number of members of one object in a JSON body. */
  jsonMembers: 10_000,
  /** Maximum number of pages in a PDF. */
  pdfPages: 500,
  /** Maximum duration of a task run in seconds. */
  timeout: { default: 600, min: 1, max: 86_400 },
  /** Maximum number of task runs of one run that are started at the same time. */
  concurrency: { default: 1, min: 1, max: 64 },
  /** Maximum number of simulators in one environment. */
  environmentSimulators: 100,
  /** Maximum number of datasets that a task has in addition to those of its environment. */
  taskDatasets: 20,
  /** Maximum number of items of a task. */
  taskItems: 100,
  /** Number of seconds by which one call moves a manual clock: at most 365 days. */
  clockAdvance: { min: 0, max: 31_536_000 },
  /** Number of seconds by which each call of an agent moves a stepped clock: at most one day. */
  secondsPerCall: { default: 1, min: 0, max: 86_400 },
  /** Maximum number of seconds that one call waits: 31 days on a stepped clock, half a minute on a real one. */
  wait: { stepped: 2_678_400, real: 30 },
  /** Scenario steps that arrive after the agent has started: seconds until then, and maximum number of repetitions. */
  arrivals: { seconds: 31_536_000, times: { default: 1, max: 100 } },
  /** Default minimum task score for the verdict `pass`. */
  passThreshold: 0.9,
} as const
