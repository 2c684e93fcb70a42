import type { Steps, VoiceRecord } from '@carebench/protocol'
import { finish } from '@carebench/protocol/wire'
import { foldText, plural } from '@carebench/text'
import { defineSystemCheck, type EvidenceState, type Findings } from '@carebench/verifier'
import { listValues, partialScore, pointerTo, showJson, unobserved } from '@carebench/verifier/kinds'
import { Type } from 'typebox'
import { listCalls } from './view/calls-of-state.js'
import {
  type Heard,
  hearSpeaker,
  judgePhrase,
  nextQuestion,
  type Phrase,
  type PhraseResult,
  type Turn,
} from './view/phrase.js'

const phrases = Type.Optional(Type.Array(Type.String()))

const schema = Type.Object(
  {
    assert: Type.Literal('voice-transcript'),
    speaker: Type.String({ minLength: 1 }),
    contains: phrases,
    not_contains: phrases,
  },
  { additionalProperties: false },
)

/**
 * `voice-transcript`: phrases that a speaker says in one turn, or never says. They match on word boundaries, with case,
 * accents, white space and punctuation folded. `not_contains` is satisfied only if the speaker spoke at all, and also
 * finds words with look-alikes or broken into parts.
 *
 * Phrases that the text does not contain are passed to a judge, if there is one (`verifyAsync`); the result says who
 * decided.
 */
export const voiceTranscript = defineSystemCheck({
  kind: 'voice-transcript',
  schema,
  compile({ speaker, contains = [], not_contains = [] }, findings) {
    const all = [
      ...compilePhrases(contains, true, '/contains', findings),
      ...compilePhrases(not_contains, false, '/not_contains', findings),
    ]
    if (contains.length + not_contains.length === 0) {
      findings.add('/contains', 'expected a phrase in "contains" or "not_contains"; for example ["date of birth"]')
    }
    const heardIn = createHearing(speaker, all)
    return {
      prepare: ({ final, initial }) =>
        prepareAll(
          [final, initial].flatMap((state) => state ?? []),
          heardIn,
        ),
      questions: (evidence) => {
        const heard = finish(heardIn(evidence.final))
        return all.flatMap((phrase) => nextQuestion(phrase, heard, evidence) ?? [])
      },
      evaluate(evidence) {
        const voice = listCalls(evidence.final)
        if (voice === undefined) return unobserved(evidence.final.nameOf('voice'))
        const heard = finish(heardIn(evidence.final))
        const { turns } = heard
        const results = all.map((phrase) => judgePhrase(phrase, heard, evidence))
        const passed = results.filter((result) => result.passed).length
        const shown = { field_results: [], phrase_results: results }
        const counted =
          `${passed} of ${plural(all.length, 'phrase')} as expected in ${plural(turns.length, 'turn')} of ` +
          `${showJson(speaker)}.`
        if (passed === all.length) return { outcome: 'passed', details: counted, evidence: shown }
        const why = turns.length === 0 ? describeSpeakers(voice) : describePhrases(results, turns)
        const details = `${counted} ${why}`
        if (evidence.initial === undefined || listCalls(evidence.initial) === undefined)
          return { outcome: 'failed', score: passed / all.length, details, evidence: shown }
        const heardBefore = finish(heardIn(evidence.initial))
        const before = all.filter((phrase) => judgePhrase(phrase, heardBefore, evidence).passed).length
        const score = partialScore(passed, before, all.length)
        return { outcome: 'failed', score, details, evidence: { ...shown, before } }
      },
    }
  },
})

type Hearing = (state: EvidenceState) => Steps<Heard>

/** Returns a function that reads what a speaker says in a state, once for each list of calls. */
function createHearing(speaker: string, phrases: readonly Phrase[]): Hearing {
  const known = new WeakMap<readonly VoiceRecord[], Heard>()
  return function* (state) {
    const calls = listCalls(state)
    if (calls === undefined) return { turns: [], said: new Map() }
    const heard = known.get(calls) ?? (yield* hearSpeaker(calls, speaker, phrases))
    known.set(calls, heard)
    return heard
  }
}

/** Reads in steps what is said in these states; undefined if they have no calls. */
function prepareAll(states: readonly EvidenceState[], heardIn: Hearing): Steps<void> | undefined {
  const spoken = states.filter((state) => (listCalls(state)?.length ?? 0) > 0)
  if (spoken.length === 0) return undefined
  return (function* () {
    for (const state of spoken) yield* heardIn(state)
  })()
}

function compilePhrases(texts: readonly string[], wanted: boolean, at: string, findings: Findings): readonly Phrase[] {
  return texts.map((text, index) => {
    const folded = foldText(text)
    if (folded === '') findings.add(pointerTo(at, index), 'expected a phrase with a letter or a digit')
    const phrase = { text, folded: ` ${folded} `, wanted }
    return wanted || folded === '' ? phrase : { ...phrase, read: ` ${foldText(text, true)} ` }
  })
}

function describePhrases(results: readonly PhraseResult[], turns: readonly Turn[]): string {
  const failed = results.filter((result) => !result.passed)
  const missing = failed.filter((result) => result.expected).map((result) => showJson(result.phrase))
  const sentences: string[] = []
  if (missing.length > 0) {
    sentences.push(`Not said: ${listValues(missing)}. Last said was ${showJson(turns.at(-1)?.text)}.`)
  }
  for (const { phrase, turn, call_id, decided_by } of failed.filter((result) => result.found).slice(0, 3)) {
    const text = turns.find((candidate) => candidate.turn === turn && candidate.call_id === call_id)?.text
    const how = decided_by === 'judge' ? 'by the judge in' : 'in'
    sentences.push(
      `${showJson(phrase)} should not be said, found ${how} turn ${Number(turn) + 1} of call ${showJson(call_id)}: ` +
        `${showJson(text)}.`,
    )
  }
  return sentences.join(' ')
}

function describeSpeakers(calls: readonly VoiceRecord[]): string {
  const speakers = new Set(calls.flatMap((call) => call.turns.map((turn) => showJson(turn.speaker))))
  if (speakers.size === 0) return 'Nobody spoke.'
  return `There were turns of ${listValues([...speakers])}.`
}
