import { plural } from '@carebench/text'
import { printable } from '../../terminal/printable.js'

/** Counts of the resources and references that an import took, changed or left out, by kind. */
export interface ImportReport {
  readonly types: Map<string, number>
  readonly left: Map<string, number>
  readonly replaced: Map<string, number>
  /** References to missing resources, by type. */
  readonly missing: Map<string, number>
  /** Searches with no match, or more than one. */
  readonly unfound: Map<string, number>
  /** Resources that occur twice with the same content. */
  repeated: number
  /** Resources that got another id. */
  ids: number
  /** References by `fullUrl` that are literal now. */
  linked: number
  /** References by search that are literal now. */
  searched: number
}

/** Creates an empty report. */
export function newReport(): ImportReport {
  return {
    types: new Map(),
    left: new Map(),
    replaced: new Map(),
    missing: new Map(),
    unfound: new Map(),
    repeated: 0,
    ids: 0,
    linked: 0,
    searched: 0,
  }
}

/** Increases the count of a kind. */
export function countPart(parts: Map<string, number>, kind: string): void {
  parts.set(kind, (parts.get(kind) ?? 0) + 1)
}

/** Formats what was imported and changed, one line each. */
export function formatReport(report: ImportReport): string {
  const { types, left, replaced, missing, unfound, repeated, ids, linked, searched } = report
  const lines = [
    `${plural(addUp(types), 'resource')}: ${listParts(types, 40)}.`,
    ids > 0 && `Ids: ${plural(ids, 'resource')} without a valid id got another one, such as that in its fullUrl.`,
    linked > 0 && `References: ${linked} by fullUrl or by a changed id are literal now, such as Patient/1.`,
    searched > 0 && `References: ${searched} by search are literal now.`,
    unfound.size > 0 &&
      `References: ${addUp(unfound)} by search match no single resource; they are by identifier now: ` +
        `${listParts(unfound)}.`,
    missing.size > 0 &&
      `References: ${addUp(missing)} point to resources that were not imported: ${listParts(missing)}.`,
    repeated > 0 && `Repeated: ${plural(repeated, 'resource')} occurs twice with the same content; one is kept.`,
    replaced.size > 0 &&
      `Replaced: of two resources with the same type and id, the later is kept: ${listParts(replaced)}.`,
    left.size > 0 && `Left out: ${listParts(left)}.`,
  ]
  return lines.flatMap((line) => (line === false ? [] : [`${printable(line)}\n`])).join('')
}

function addUp(parts: ReadonlyMap<string, number>): number {
  return [...parts.values()].reduce((sum, count) => sum + count, 0)
}

function listParts(parts: ReadonlyMap<string, number>, max = 5): string {
  const shown = [...parts].slice(0, max).map(([kind, count]) => `${count} × ${kind}`)
  return shown.join(', ') + (parts.size > max ? `, and ${parts.size - max} more` : '')
}
