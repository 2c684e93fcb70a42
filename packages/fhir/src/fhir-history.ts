import { versionOf } from './fhir-resource.js'
import type { TimedResource } from './store-layer.js'
import type { ResourceVersion, WrittenVersion } from './version-log.js'

/** The versions of a record, of one type or of one resource, the latest last. Later versions are appended. */
export interface FhirHistory {
  /** The initial resources of the record, whose earlier versions are unknown. */
  readonly base: readonly TimedResource[]
  /** The versions made since. */
  readonly changes: readonly ResourceVersion[]
}

/** An initial resource as a version, recorded as put whoever made it. */
export function baseVersion({ stored, time }: TimedResource): WrittenVersion {
  const { resource } = stored
  const version = versionOf(resource)
  const { resourceType } = resource
  return { method: 'PUT', resourceType, id: String(resource.id), version, time, stored, begins: version === 1 }
}
