import { buildMessage, type FieldValue, fieldRules, messageStructures, type SegmentValue } from '@carebench/hl7v2'
import { noiseCall, noiseText } from '../noise.js'
import type { NoiseScript } from '../simulator.js'
import type { Hl7Config } from './config.js'

/** Sends one message of every accepted type, filled with values that its structure allows, without a real subject. */
export function* hl7Noise(config: Hl7Config): NoiseScript {
  yield noiseCall('hl7', 'GET', 'inbox')
  for (const [index, type] of messageTypes(config).entries()) {
    const payload = noiseMessage(type, `NOISE${index + 1}`)
    yield noiseCall('hl7', 'POST', 'outbound', { json: { payload } })
  }
  if (config.queries === undefined) return
  yield noiseCall('hl7', 'POST', 'outbound', { json: { payload: buildMessage(noiseQuery).text } })
}

/** A query for a person whom no registry has. */
const noiseQuery: readonly SegmentValue[] = [
  ['MSH', { 3: noiseText, 4: noiseText, 9: ['QBP', 'Q11', 'QBP_Q11'], 10: 'NOISEQ', 11: 'P', 12: '2.5.1' }],
  ['QPD', { 1: ['Z34', '', 'CDCPHINVS'], 2: noiseText, 4: [noiseText, noiseText], 6: '20000101' }],
  ['RCP', { 1: 'I' }],
]

const knownTypes: readonly string[] = messageStructures.flatMap(({ code, events }) =>
  events.map((event) => `${code}^${event}`),
)

/**
 * Returns the accepted message types. A code accepted with all its events stands for its known events, or else for A01.
 */
function messageTypes({ accept }: Hl7Config): readonly string[] {
  if (accept === undefined) return knownTypes
  const types = accept.flatMap((named) => {
    if (named.includes('^')) return [named]
    const ofCode = knownTypes.filter((type) => type.startsWith(`${named}^`))
    return ofCode.length > 0 ? ofCode : [`${named}^A01`]
  })
  return [...new Set(types)]
}

function noiseMessage(type: string, controlId: string): string {
  const [code = '', event = ''] = type.split('^')
  const structure = messageStructures.find((candidate) => candidate.code === code && candidate.events.includes(event))
  const header: SegmentValue = [
    'MSH',
    { 3: noiseText, 4: noiseText, 9: [code, event], 10: controlId, 11: 'P', 12: '2.5.1' },
  ]
  return buildMessage([header, ...segmentNames(structure?.segments ?? 'MSH PID').map(noiseSegment)]).text
}

/** Returns the names of the segments in a structure, also of optional ones; of mutually exclusive ones, the first. */
function segmentNames(notation: string): readonly string[] {
  const chosen = notation.replaceAll(/<([^|>]*)\|[^>]*>/g, '$1')
  return (chosen.match(/[A-Z][A-Z0-9]{2}/g) ?? []).filter((name) => name !== 'MSH')
}

/** Returns a segment with its first twelve fields filled with allowed values. */
function noiseSegment(name: string): SegmentValue {
  const fields: Record<number, FieldValue> = { 1: '1' }
  for (let field = 2; field <= 12; field++) fields[field] = noiseText
  for (const { segment, field, form, example } of fieldRules) {
    if (segment === name)
      fields[field] = form === undefined ? (example ?? noiseText) : form === 'date-time' ? '20000101' : '1'
  }
  return [name, fields]
}
