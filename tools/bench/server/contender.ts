import type { Benchmark } from '@carebench/protocol'

/** A certificate and its key, as PEM. */
export interface Tls {
  readonly cert: string
  readonly key: string
}

/** The initial data of every contender: the same organization and the same benchmarks, oldest first. */
export interface Seed {
  readonly token: string
  readonly organizationId: string
  readonly benchmarks: readonly Benchmark[]
}

/** Starts a server on a free port of loopback and resolves to the port. */
export type StartServer = (tls: Tls, seed: Seed) => Promise<number>

/**
 * The first message of a contender's process: where it listens, and the ids of the resources that it has, oldest first.
 */
export interface Opening {
  readonly url: string
  readonly ca: string
  readonly token: string
  readonly ids: readonly string[]
  /** The path of the resource to which the token is limited, if it is. */
  readonly base?: string
}
