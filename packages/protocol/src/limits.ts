/** Bounds that server, clients and checks share. Specification 8 gives the ones of `page`. */
export const limits = {
  page: { default: 20, min: 1, max: 100 },
  /** Largest body in bytes. */
  body: 1024 * 1024,
  /** Largest body in bytes of FHIR calls, files and datasets. */
  largeBody: 16 * 1024 * 1024,
  /** Deepest nesting of a JSON body. */
  jsonDepth: 100,
  /** Seconds a task run may take. */
  timeout: { default: 600, min: 1, max: 86_400 },
  /** Task runs of one run that may be started at once. */
  concurrency: { default: 1, min: 1, max: 64 },
  /** Simulators of one environment. */
  environmentSimulators: 100,
  /** Seconds by which one call may move a manual clock: at most 365 days. */
  clockAdvance: { min: 0, max: 31_536_000 },
  /** Task score from which the verdict is `pass`. */
  passThreshold: 0.9,
} as const
