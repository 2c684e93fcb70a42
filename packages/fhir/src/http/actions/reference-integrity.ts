import type { FhirResource } from '../../resource/fhir-resource.js'
import { findReferences } from '../../resource/references.js'
import type { FhirStore } from '../../store/store.js'
import type { LocalTarget } from '../../validation/reference-rule.js'
import type { WriteRules } from '../../validation/write-rules.js'
import type { FhirContext } from '../fhir-context.js'

/** The context of a write, which may be part of a transaction. */
export interface WriteContext extends FhirContext {
  /** The resources that the transaction of the write puts in the record: `Patient/1`. */
  readonly written?: ReadonlySet<string>
}

/**
 * The rules of a write. If the context enforces references, the target of a reference must be in the record, be written
 * by the same transaction, or be the resource itself, `self`. A reference that the previous version, `before`, already
 * had may stay: a client that changes something else need not fix it.
 */
export function writeRules(
  store: FhirStore,
  {
    validate,
    now,
    enforceReferences = false,
    written,
  }: Pick<WriteContext, 'validate' | 'now' | 'enforceReferences' | 'written'>,
  self?: string,
  before: () => FhirResource | undefined = () => undefined,
): WriteRules {
  if (!enforceReferences) return { validate, now }
  let kept: ReadonlySet<string> | undefined
  const isThere = (target: LocalTarget): boolean => {
    const { name, version } = target
    if (version === undefined && (name === self || written?.has(name) === true)) return true
    if (isPresent(store, target)) return true
    kept ??= referencesOf(before())
    return kept.has(version === undefined ? name : `${name}/_history/${version}`)
  }
  return { validate, now, isThere }
}

function isPresent(store: FhirStore, { type, id, version }: LocalTarget): boolean {
  if (version === undefined) return store.read(type, id) !== undefined
  const found = /^[1-9]\d{0,14}$/.test(version) ? store.version(type, id, Number(version)) : undefined
  return found !== undefined && found.method !== 'DELETE'
}

function referencesOf(resource: FhirResource | undefined): ReadonlySet<string> {
  return new Set(resource === undefined ? [] : findReferences(resource).map(({ reference }) => reference))
}
