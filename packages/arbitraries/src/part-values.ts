import type { EvidenceState } from '@carebench/protocol'
import { defaultParts } from '@carebench/systems/verifier'
import type { AnyRecordKind, EvidencePart } from '@carebench/verifier'
import fc from 'fast-check'

/** Generators of parts of the evidence, by the name of the part. */
export type PartGenerators = Readonly<Record<string, fc.Arbitrary<unknown>>>

function word(): fc.Arbitrary<string> {
  return fc.constantFrom('M-1', 'M-2', 'approved')
}

/** All kinds of record of a part; of those whose names only the data tells, one. */
export function kindsOf({ kinds, open }: EvidencePart): readonly AnyRecordKind[] {
  const kind = open?.kind(open.example)
  return kind === undefined ? kinds : [...kinds, kind]
}

/** A part that holds examples of its kinds, each key once. */
function exampleParts(part: EvidencePart): fc.Arbitrary<unknown> {
  return fc.constantFrom(...kindsOf(part)).chain(({ collection, example }) => {
    const { key } = [...part.items(part.holding([example('M-1')], collection))][0] ?? {}
    return fc
      .array(word(), { maxLength: key === undefined ? 2 : 1 })
      .map((texts) => part.holding(texts.map(example), collection))
  })
}

/**
 * The observed parts of one moment: what `generators` make of the parts that they name, and examples of all others, so
 * that no part is left out. Parts are absent at times.
 */
export function stateOf(generators: PartGenerators): fc.Arbitrary<EvidenceState> {
  const examples = defaultParts.map((part) => [part.name, exampleParts(part)] as const)
  return fc.record({ ...Object.fromEntries(examples), ...generators }, { requiredKeys: [] })
}
