import type { FhirResource } from '../../resource/fhir-resource.js'
import { findReferences } from '../../resource/references.js'
import type { FhirStore } from '../../store/store.js'
import type { LocalTarget } from '../../validation/reference-rule.js'
import type { WriteRules } from '../../validation/write-rules.js'
import type { FhirContext } from '../fhir-context.js'

/** The context of a write, which may be part of a transaction. */
export interface WriteContext extends FhirContext {
  /** The resources that the transaction of the write creates or updates: `Patient/1`. */
  readonly written?: ReadonlySet<string>
}

/**
 * Returns the rules of a write. If the context enforces references, the target of a reference must be in the record, be
 * written by the same transaction, or be the resource itself, `self`. References that the previous version, `before`,
 * already has may stay: a client that changes other elements need not fix them.
 */
export function createWriteRules(
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
    kept ??= listReferences(before())
    return kept.has(version === undefined ? name : `${name}/_history/${version}`)
  }
  return { validate, now, isThere }
}

function isPresent(store: FhirStore, { type, id, version }: LocalTarget): boolean {
  if (version === undefined) return store.read(type, id) !== undefined
  const found = /^[1-9]\d{0,14}$/.test(version) ? store.version(type, id, Number(version)) : undefined
  return found !== undefined && found.method !== 'DELETE'
}

function listReferences(resource: FhirResource | undefined): ReadonlySet<string> {
  return new Set(resource === undefined ? [] : findReferences(resource).map(({ reference }) => reference))
}
