/** Limits that server, clients and checks share. Specification 8 defines those of `page`. */
export const limits = {
  page: { default: 20, min: 1, max: 100 },
  /** Maximum size of a body in bytes. */
  body: 1024 * 1024,
  /** Maximum size of the body of FHIR calls, files and datasets in bytes. */
  largeBody: 16 * 1024 * 1024,
  /** An `Idempotency-Key`: its length in characters, and how many seconds the response is repeated for. */
  idempotencyKey: { min: 1, max: 128, seconds: 86_400 },
  /** Maximum nesting depth of a JSON body. */
  jsonDepth: 100,
  /** Maximum number of JSON values in a body, keys not counted: of one of up to 1 MiB, and of a larger one. */
  jsonValues: { body: 100_000, largeBody: 1_000_000 },
  /** Maximum number of members of one object in a JSON body. */
  jsonMembers: 10_000,
  /** Pages of a PDF. */
  pdfPages: 500,
  /** Duration of a task run in seconds. */
  timeout: { default: 600, min: 1, max: 86_400 },
  /** Number of task runs of one run that may be started at the same time. */
  concurrency: { default: 1, min: 1, max: 64 },
  /** Simulators of one environment. */
  environmentSimulators: 100,
  /** Datasets that one task has in addition to those of its environment. */
  taskDatasets: 20,
  /** Seconds by which one call may move a manual clock: at most 365 days. */
  clockAdvance: { min: 0, max: 31_536_000 },
  /** Seconds by which one call of an agent moves a stepped clock: at most one day. */
  secondsPerCall: { default: 1, min: 0, max: 86_400 },
  /** Seconds that one call may wait: at most 31 days on a stepped clock, and half a minute on a real one. */
  wait: { stepped: 2_678_400, real: 30 },
  /** Steps of a scenario that come after the agent has started: seconds until then, and how often one may come. */
  arrivals: { seconds: 31_536_000, times: { default: 1, max: 100 } },
  /** Minimum task score for the verdict `pass`. */
  passThreshold: 0.9,
} as const
