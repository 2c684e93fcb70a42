import type { VoiceRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import { callRecord } from './events.js'
import type { VoiceState } from './state.js'

/**
 * Returns all calls with their transcripts, in the order in which they began; unanswered ones are included, without
 * turns.
 */
export function voiceEvidence(state: VoiceState): SimulatorEvidence {
  const voice = [...state.calls.values()].map(({ head, turns }): VoiceRecord => {
    const said = turns.map(({ speaker, text, at }) => ({ speaker, text, at }))
    return { ...callRecord(head), turns: said }
  })
  return { voice }
}
