import type { JsonObject, JsonValue, RecordedAnswer } from '@carebench/protocol'
import type { Consult, OutsidePort } from '@carebench/systems'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Outside, PersonaQuestion } from './outside.js'

/** One call asks outside so often at most. */
const mostQuestions = 8

/** Something outside could not be asked; nothing has changed. */
export class OutsideUnavailable extends Error {
  override readonly name = 'OutsideUnavailable'
}

/** Thrown through a simulator that has asked something that has no answer yet. */
class AnswerNeeded extends Error {
  override readonly name = 'AnswerNeeded'
  constructor(
    readonly port: OutsidePort,
    readonly question: JsonObject,
    readonly digest: string,
  ) {
    super(`${port} has to be asked.`)
  }
}

/** Answers of a recording, and of nobody else. */
export function recordedConsult(answers: readonly RecordedAnswer[]): Consult {
  return (port, question) => {
    if (answers.length === 0) return undefined
    const digest = digestOf(port, question)
    return answers.find((one) => one.port === port && one.question === digest)?.answer
  }
}

/**
 * Does synchronous work that may ask outside: begins again, from the start, each time that an answer has come. Gives the
 * answers that were used, to be recorded. Throws an {@link OutsideUnavailable} if one cannot be had.
 */
export async function consulting<Result>(
  outside: Outside,
  work: (consult: Consult) => Result,
): Promise<{ readonly result: Result; readonly answers: readonly RecordedAnswer[] }> {
  const answers: RecordedAnswer[] = []
  const recorded = recordedConsult(answers)
  const consult: Consult = (port, question) => {
    if (!isThere(outside, port)) return undefined
    const known = recorded(port, question)
    if (known !== undefined) return known
    throw new AnswerNeeded(port, question, digestOf(port, question))
  }
  for (;;) {
    try {
      return { result: work(consult), answers }
    } catch (error) {
      if (!(error instanceof AnswerNeeded)) throw error
      if (answers.length >= mostQuestions) throw new Error('A call asks outside again and again.')
      answers.push({ port: error.port, question: error.digest, answer: await answerOf(outside, error) })
    }
  }
}

function isThere({ readDocument, speakAsPersona }: Outside, port: OutsidePort): boolean {
  return (port === 'read-document' ? readDocument : speakAsPersona) !== undefined
}

async function answerOf(outside: Outside, { port, question }: AnswerNeeded): Promise<JsonValue> {
  try {
    if (port === 'speak-as-persona') return { say: (await outside.speakAsPersona?.(personaQuestion(question))) ?? '' }
    const { media_type, content_base64 } = question
    // Forgiving, as the system is that took the document: white space and missing padding are fine.
    const bytes = Uint8Array.from(atob(String(content_base64)), (character) => character.charCodeAt(0))
    const reading = await outside.readDocument?.({ mediaType: String(media_type), bytes })
    return reading === undefined ? null : { ...reading }
  } catch (cause) {
    throw new OutsideUnavailable(`What is outside of the environment could not be asked (${port}).`, { cause })
  }
}

function personaQuestion({ instructions, channel, heard, transcript }: JsonObject): PersonaQuestion {
  const turns = Array.isArray(transcript) ? (transcript as readonly JsonObject[]) : []
  return {
    instructions: String(instructions),
    channel: String(channel),
    heard: String(heard),
    transcript: turns.map(({ speaker, text }) => ({ speaker: String(speaker), text: String(text) })),
  }
}

/** Recordings keep no copy of a document that was asked about: the call has it. */
function digestOf(port: OutsidePort, question: JsonObject): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([port, question]))))
}
