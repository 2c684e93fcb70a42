import { bytesFromBase64, type JsonObject, type JsonValue, type RecordedAnswer } from '@carebench/protocol'
import type { Consult, OutsidePort } from '@carebench/systems'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import type { Outside, PersonaQuestion } from './outside.js'

/** Maximum number of external requests of one call. */
const maxQuestions = 8

/** An external service did not respond; nothing has changed. */
export class ExternalServiceError extends Error {
  override readonly name = 'ExternalServiceError'
}

/** Thrown through a simulator if its question to an external service has no response yet. */
class AnswerNeededError extends Error {
  override readonly name = 'AnswerNeededError'
  constructor(
    readonly port: OutsidePort,
    readonly question: JsonObject,
    readonly digest: string,
  ) {
    super(`The response of ${port} is pending.`)
  }
}

/** Creates a `Consult` that returns recorded responses only. */
export function recordedConsult(answers: readonly RecordedAnswer[]): Consult {
  return (port, question) => {
    if (answers.length === 0) return undefined
    const digest = digestQuestion(port, question)
    return answers.find((candidate) => candidate.port === port && candidate.question === digest)?.answer
  }
}

/**
 * Runs work that may consult external services: starts again from the beginning each time a response has
 * arrived. Returns the responses that were used, to be recorded. Throws an {@link ExternalServiceError} if a service
 * does not respond.
 */
export async function consulting<Result>(
  outside: Outside,
  work: (consult: Consult) => Result | Promise<Result>,
): Promise<{ readonly result: Result; readonly answers: readonly RecordedAnswer[] }> {
  const answers: RecordedAnswer[] = []
  const recorded = recordedConsult(answers)
  const consult: Consult = (port, question) => {
    if (!isThere(outside, port)) return undefined
    const known = recorded(port, question)
    if (known !== undefined) return known
    throw new AnswerNeededError(port, question, digestQuestion(port, question))
  }
  for (;;) {
    try {
      return { result: await work(consult), answers }
    } catch (error) {
      if (!(error instanceof AnswerNeededError)) throw error
      if (answers.length >= maxQuestions)
        throw new Error(`A call must not consult external services more than ${maxQuestions} times.`)
      answers.push({ port: error.port, question: error.digest, answer: await askOutside(outside, error) })
    }
  }
}

function isThere({ readDocument, writeDocument, speakAsPersona }: Outside, port: OutsidePort): boolean {
  const services = {
    'read-document': readDocument,
    'write-document': writeDocument,
    'speak-as-persona': speakAsPersona,
  }
  return services[port] !== undefined
}

async function askOutside(outside: Outside, { port, question }: AnswerNeededError): Promise<JsonValue> {
  try {
    if (port === 'speak-as-persona') return { say: (await outside.speakAsPersona?.(personaQuestion(question))) ?? '' }
    if (port === 'write-document') return await printed(outside, question)
    const { media_type, content_base64 } = question
    // As lenient as the system that accepted the document: white space and missing padding are allowed.
    const bytes = bytesFromBase64(String(content_base64))
    const reading = await outside.readDocument?.({ mediaType: String(media_type), bytes })
    return reading === undefined ? null : { ...reading }
  } catch (cause) {
    throw new ExternalServiceError(`The external service ${port} did not respond.`, { cause })
  }
}

async function printed(outside: Outside, { title, created_at, pages }: JsonObject): Promise<JsonValue> {
  const texts = Array.isArray(pages) ? pages.map(String) : []
  const bytes = await outside.writeDocument?.({ title: String(title), createdAt: String(created_at), pages: texts })
  return bytes === undefined ? null : { content_base64: base64.encode(bytes) }
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

/** Recordings keep only a digest of the question, because the call already contains the document. */
function digestQuestion(port: OutsidePort, question: JsonObject): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify([port, question]))))
}
