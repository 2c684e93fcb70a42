import type { JsonValue } from '@carebench/protocol'
import { findDifferences } from '../../evidence/collections/part-differences.js'
import type { EvidencePart, PlacedItem } from '../../evidence/evidence-part.js'
import { isMadeByAgents } from '../../evidence/identifying-values.js'
import type { EvidenceSource, EvidenceStateSource } from '../../evidence/state/evidence-source.js'
import { readWhole } from '../../evidence/state/evidence-state.js'
import { listSystems, placeIn, selectState } from '../../evidence/state/keyed-states.js'
import type { RecordPlace } from '../../evidence/state/mutation.js'

/** A record that differs between two states. */
export interface WrittenRecord {
  /** Its part; undefined for the output. */
  readonly part: EvidencePart | undefined
  /** The record as an item of its part; undefined for the output. */
  readonly item: PlacedItem | undefined
  readonly place: RecordPlace
  readonly what: 'added' | 'changed' | 'removed'
  /** The record's name in a sentence: `fhir Appointment/abc`. */
  readonly name: string
  /** Its content in the final state, or in the initial one if it was removed. */
  readonly record: JsonValue
  /** Its content before it was changed. */
  readonly earlier?: JsonValue
}

/**
 * Returns the records that an agent left between two states, in the order of the parts and of the records in them. A
 * part not observed in the initial state counts as empty; one not observed in the final state is skipped. Items that
 * are not the agent's work are left out. Records of systems behind a key follow the others; the output comes last.
 */
export function writtenRecords(
  parts: readonly EvidencePart[],
  initial: EvidenceStateSource,
  final: EvidenceSource,
): readonly WrittenRecord[] {
  return [
    ...listSystems(final).flatMap((system) =>
      parts.flatMap((part) => writtenItems(part, selectState(initial, system), selectState(final, system), system)),
    ),
    ...(final.output === undefined
      ? []
      : [
          {
            part: undefined,
            item: undefined,
            place: { part: 'output' },
            what: 'added' as const,
            name: 'output',
            record: final.output,
          },
        ]),
  ]
}

/** Whether an agent makes such records, as opposed to receiving them. */
export function isOfAgent({ part, item }: WrittenRecord): boolean {
  return part === undefined || item === undefined || isMadeByAgents(part, item)
}

function writtenItems(
  part: EvidencePart,
  initial: EvidenceStateSource,
  final: EvidenceStateSource,
  system: string | undefined,
): readonly WrittenRecord[] {
  const after = readWhole(part.name, final)
  if (after === undefined) return []
  return findDifferences(part, readWhole(part.name, initial) ?? part.empty, after)
    .filter(({ record }) => part.isAgents(record.value))
    .map(({ what, record: item, earlier }) => ({
      part,
      item,
      place: placeIn(item.place, system),
      what,
      name: system === undefined ? item.name : `${item.name} of ${system}`,
      record: item.value,
      ...(earlier && { earlier: earlier.value }),
    }))
}
