import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { findStructure, type StructureRule } from '../resource/definitions/structure-table.js'
import type { FhirResource } from '../resource/fhir-resource.js'

/** Returns the new reference, or undefined to keep the old one. */
type Replace = (reference: string) => string | undefined

/**
 * Copies a resource with its links replaced. `replace` is called for each literal reference, and for each `urn:uuid` or
 * `urn:oid` in an element of type uri or url and in the `href` and `src` of a narrative; canonical URLs are kept.
 * Shares parts without a replacement instead of copying them.
 */
export function rewriteReferences(resource: FhirResource, replace: Replace): FhirResource {
  const rewritten = rewriteMembers(resource, findStructure(resource.resourceType), replace)
  return rewritten === resource ? resource : { ...rewritten, resourceType: resource.resourceType }
}

/** R4 (3.1.0.11.2) also names oid and uuid, but the replacement of a URN would not be valid for these types. */
const linkTypes: ReadonlySet<string> = new Set(['uri', 'url'])

/** Rewrites the members of an object; without a known structure, as in an unknown element, only references. */
function rewriteMembers(value: JsonObject, structure: StructureRule | undefined, replace: Replace): JsonObject {
  const members: [string, JsonValue][] = []
  let changed = false
  for (const name in value) {
    const member = value[name]
    if (member === undefined) continue
    const next =
      typeof member === 'string'
        ? name === 'reference'
          ? (replace(member) ?? member)
          : rewriteText(member, structure?.elements.get(name)?.type, replace)
        : typeof member === 'object' && member !== null
          ? rewriteValue(member, findMemberType(name, structure), replace)
          : member
    members.push([name, next])
    if (next !== member) changed = true
  }
  return changed ? Object.fromEntries(members) : value
}

/** Returns the type of an element; the companion of a primitive, `_value`, is an Element. */
function findMemberType(name: string, structure: StructureRule | undefined): string | undefined {
  return structure?.elements.get(name)?.type ?? (name.startsWith('_') ? 'Element' : undefined)
}

function rewriteValue(value: JsonValue, type: string | undefined, replace: Replace): JsonValue {
  if (typeof value === 'string') return rewriteText(value, type, replace)
  if (Array.isArray(value)) {
    const items = value.map((item) => rewriteValue(item, type, replace))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  if (!isJsonObject(value)) return value
  const named = type === 'Resource' ? String(value.resourceType) : type
  return rewriteMembers(value, named === undefined ? undefined : findStructure(named), replace)
}

const temporary = /^urn:(?:uuid|oid):/i

function rewriteText(text: string, type: string | undefined, replace: Replace): string {
  if (type === 'xhtml') return rewriteNarrative(text, replace)
  return type !== undefined && linkTypes.has(type) && temporary.test(text) ? (replace(text) ?? text) : text
}

/** Replaces the URNs in the `href` and `src` of tags; keeps the rest of the narrative. */
function rewriteNarrative(division: string, replace: Replace): string {
  return division.replace(/<[^<>]*>/g, (tag) =>
    tag.replace(
      /(\s(?:href|src)\s*=\s*)(["'])(urn:[^"']*)\2/gi,
      (attribute, before: string, quote: string, url: string) => {
        const found = temporary.test(url) ? replace(url) : undefined
        return found === undefined ? attribute : `${before}${quote}${found}${quote}`
      },
    ),
  )
}
