import type { Hl7Message } from '@carebench/client'
import { needed } from './json.js'

/** One result of the laboratory, an ORU^R01. */
export interface ResultMessage {
  readonly controlId: string
  /** MSH-7, by which messages are sorted. */
  readonly sentAt: string
  readonly recordNumber: string
  readonly family: string
  readonly given: string
  /** `YYYY-MM-DD`. */
  readonly birthDate: string
  /** ORC-2. */
  readonly order: string
  /** LOINC code. */
  readonly test: string
  /** As it is in the message. */
  readonly value: string
  readonly unit: string
  readonly flag: string
  /** OBX-11: `P`, `F`, `C`. */
  readonly status: string
  /** RFC 3339. */
  readonly collectedAt: string
}

/** Reads a message of the inbox. Throws unless it has exactly one MSH, PID, ORC and OBX. */
export function readResult({ payload }: Hl7Message): ResultMessage {
  const segments = payload.split(/[\r\n]+/).map((line) => line.split('|'))
  const segment = (name: string): readonly string[] => {
    const found = segments.filter(([head]) => head === name)
    if (found.length !== 1) throw new Error(`Expected one ${name} in a result, found ${found.length}.`)
    return found[0] ?? []
  }
  const [header, person, order, result] = [segment('MSH'), segment('PID'), segment('ORC'), segment('OBX')]
  const component = (fields: readonly string[], field: number, number = 1): string =>
    fields[field]?.split('~')[0]?.split('^')[number - 1] ?? ''
  const [, year, month, day] = needed(/^(\d{4})(\d{2})(\d{2})/.exec(component(person, 7)) ?? undefined, 'a birth date')
  return {
    // MSH-1 is the separator itself, so the indexes of MSH are one less than its field numbers.
    controlId: component(header, 9),
    sentAt: component(header, 6),
    recordNumber: component(person, 3),
    family: component(person, 5),
    given: component(person, 5, 2),
    birthDate: `${year}-${month}-${day}`,
    order: component(order, 2),
    test: component(result, 3),
    value: component(result, 5),
    unit: component(result, 6),
    flag: component(result, 8),
    status: component(result, 11),
    collectedAt: readTime(component(result, 14)),
  }
}

/** The acknowledgment code for a message, with the reason if it is not accepted. */
export type Answer =
  | { readonly code: 'AA' }
  | { readonly code: 'AE'; readonly reason: 'IDENTITY' | 'ORDER' }
  | { readonly code: 'AR'; readonly reason: 'PRELIMINARY' }

/** Writes the acknowledgment of a message, an ACK^R01 in ER7. */
export function writeAnswer(controlId: string, answer: Answer, now: string): string {
  const time = new Date(now).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  const segments = [
    `MSH|^~\\&|EHR|ALDERCREEK|LAB|NORTHLAB|${time}+0000||ACK^R01^ACK|A${controlId}|P|2.5.1`,
    `MSA|${answer.code}|${controlId}`,
    ...(answer.code === 'AA' ? [] : [`ERR|||${answer.reason}|E`]),
  ]
  return `${segments.join('\r')}\r`
}

function readTime(text: string): string {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?([+-]\d{2})(\d{2})$/.exec(text)
  const [, year, month, day, hour, minute, second = '00', zone, zoneMinutes] = needed(
    parts ?? undefined,
    'a time with an offset',
  )
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}:${zoneMinutes}`)
  return time.toISOString().replace('.000Z', 'Z')
}
