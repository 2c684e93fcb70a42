import { parseDateRange } from '../resource/date-range.js'
import type { StoredResource } from '../resource/fhir-resource.js'

/** One version of a resource: its content, or its deletion. */
export type ResourceVersion = WrittenVersion | DeletedVersion

interface AnyVersion {
  readonly resourceType: string
  readonly id: string
  readonly version: number
  /** The time in milliseconds since 1970; minus infinity if unknown. */
  readonly time: number
}

/** A version that can be read. */
export interface WrittenVersion extends AnyVersion {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly stored: StoredResource
  /** Whether the resource did not exist before: its first version, or the first after a deletion. */
  readonly begins: boolean
}

/** A version that is a deletion. */
export interface DeletedVersion extends AnyVersion {
  readonly method: 'DELETE'
  /** RFC 3339. */
  readonly at: string
}

/**
 * The versions that one store has made, in order. The initial resources are not included, so the log costs memory only
 * for changes.
 */
export class VersionLog {
  readonly #earlier: VersionLog | undefined
  readonly #list: ResourceVersion[] = []
  readonly #byResource = new Map<string, ResourceVersion[]>()

  /** Begins empty, or after the versions of a log that no longer changes. */
  constructor(earlier?: VersionLog) {
    this.#earlier = earlier
  }

  /** Creates a log with the same versions. Neither sees later versions of the other. */
  fork(): VersionLog {
    const copy = new VersionLog()
    for (const version of this.all()) copy.add(version)
    return copy
  }

  add(version: ResourceVersion): void {
    const key = formatKey(version.resourceType, version.id)
    const versions = this.#byResource.get(key)
    if (versions === undefined) this.#byResource.set(key, [version])
    else versions.push(version)
    this.#list.push(version)
  }

  /** Returns all versions, the latest last. */
  all(): readonly ResourceVersion[] {
    return join(this.#earlier?.all(), this.#list)
  }

  /** Returns the versions of one resource, the latest last. */
  of(resourceType: string, id: string): readonly ResourceVersion[] {
    return join(this.#earlier?.of(resourceType, id), this.#byResource.get(formatKey(resourceType, id)) ?? none)
  }

  /** Returns the number of versions of one resource. */
  count(resourceType: string, id: string): number {
    const own = this.#byResource.get(formatKey(resourceType, id))?.length ?? 0
    return own + (this.#earlier?.count(resourceType, id) ?? 0)
  }

  /** Returns a version of one resource by its number; of two with the same number, the later one. */
  find(resourceType: string, id: string, version: number): ResourceVersion | undefined {
    const own = this.#byResource.get(formatKey(resourceType, id))?.findLast((one) => one.version === version)
    return own ?? this.#earlier?.find(resourceType, id, version)
  }

  /** Returns the latest version of one resource. */
  latest(resourceType: string, id: string): ResourceVersion | undefined {
    return this.#byResource.get(formatKey(resourceType, id))?.at(-1) ?? this.#earlier?.latest(resourceType, id)
  }
}

/** Parses a FHIR instant to milliseconds since 1970; returns minus infinity if it is missing or invalid. */
export function parseTime(instant: string | undefined): number {
  return (instant === undefined ? undefined : parseDateRange(instant)?.start) ?? Number.NEGATIVE_INFINITY
}

const none: readonly ResourceVersion[] = []

function formatKey(resourceType: string, id: string): string {
  return `${resourceType}/${id}`
}

function join(
  earlier: readonly ResourceVersion[] | undefined,
  later: readonly ResourceVersion[],
): readonly ResourceVersion[] {
  if (earlier === undefined || earlier.length === 0) return later
  return later.length === 0 ? earlier : [...earlier, ...later]
}
