import type { EvidenceState } from '@carebench/protocol'
import { defaultParts } from '@carebench/systems/verifier'
import type { AnyRecordKind, EvidencePart } from '@carebench/verifier'
import fc from 'fast-check'

/** Generators of parts of the evidence, by the name of the part. */
export type PartGenerators = Readonly<Record<string, fc.Arbitrary<unknown>>>

function word(): fc.Arbitrary<string> {
  return fc.constantFrom('M-1', 'M-2', 'approved')
}

/** Lists the kinds of record of a part; of those whose names depend on the data, it includes one. */
export function listKinds({ kinds, open }: EvidencePart): readonly AnyRecordKind[] {
  const kind = open?.kind(open.example)
  return kind === undefined ? kinds : [...kinds, kind]
}

/** Generates a part with examples of one of its kinds, with each key at most once. */
function exampleParts(part: EvidencePart): fc.Arbitrary<unknown> {
  return fc.constantFrom(...listKinds(part)).chain(({ collection, example }) => {
    const { key } = [...part.items(part.holding([example('M-1')], collection))][0] ?? {}
    return fc
      .array(word(), { maxLength: key === undefined ? 2 : 1 })
      .map((texts) => part.holding(texts.map(example), collection))
  })
}

/**
 * Generates the parts that are observed at one time: each by its generator in `generators`, or from examples if it has
 * none there, so that every part is covered. Parts are sometimes absent.
 */
export function drawState(generators: PartGenerators): fc.Arbitrary<EvidenceState> {
  const examples = defaultParts.map((part) => [part.name, exampleParts(part)] as const)
  return fc.record({ ...Object.fromEntries(examples), ...generators }, { requiredKeys: [] })
}
