import { Hl7Error, type Message, parseMessage } from '@carebench/hl7v2'
import { isJsonObject, type JsonValue } from '@carebench/protocol'
import type { ReadableRecord, ShownPart, ShownRecord } from '../../app.js'

/** The names of messages, by the code in MSH-9.1. */
const kinds: Readonly<Record<string, string>> = {
  ACK: 'Acknowledgment',
  ADT: 'Patient update',
  MDM: 'Document',
  ORM: 'Order',
  ORU: 'Result',
  SIU: 'Scheduling',
}

function parse(row: JsonValue): Message | undefined {
  if (!isJsonObject(row) || typeof row.payload !== 'string') return undefined
  try {
    return parseMessage(row.payload)
  } catch (error) {
    if (error instanceof Hl7Error) return undefined
    throw error
  }
}

/** Returns the title and columns of a message in a list. */
export function describeMessage(row: JsonValue): ShownRecord {
  if (!isJsonObject(row)) return { title: '' }
  const message = parse(row)
  const { message_type: type, control_id: id } = row
  const read = (path: string) => message?.read(path) ?? ''
  return {
    title: `${kinds[String(type).slice(0, 3)] ?? 'HL7 message'} ${String(id ?? '')}`.trim(),
    columns: {
      Type: String(type ?? ''),
      Patient: readName(read),
      MRN: read('PID-3.1'),
      Order: read('ORC-2') || read('OBR-2'),
      Test: read('OBX-3.2') || read('OBR-4.2'),
      Value: `${read('OBX-5')} ${read('OBX-6')}`.trim(),
      Flag: read('OBX-8'),
      'Result status': read('OBX-11'),
      Code: String(row.ack_code ?? '') || read('MSA-1'),
      At: String(row.received_at ?? row.sent_at ?? ''),
    },
  }
}

/** Returns the readable content of a message: header, patient, order and results. The raw message has every segment. */
export function readMessageContent(row: JsonValue): ReadableRecord | null {
  const message = parse(row)
  if (message === undefined) return null
  const read = (path: string) => message.read(path) ?? ''
  const parts: readonly ShownPart[] = [
    {
      kind: 'facts',
      title: 'HL7 message',
      facts: {
        Type: read('MSH-9.1') === '' ? '' : `${read('MSH-9.1')} ${read('MSH-9.2')}`.trim(),
        'Control ID': read('MSH-10'),
        From: `${read('MSH-3')} ${read('MSH-4')}`.trim(),
        To: `${read('MSH-5')} ${read('MSH-6')}`.trim(),
        Sent: showTime(read('MSH-7')),
        'Acknowledges (MSA)': `${read('MSA-1')} ${read('MSA-2')}`.trim(),
        'Error (ERR)': [read('ERR-3.1'), read('ERR-4'), read('ERR-8')].filter((text) => text !== '').join(' '),
      },
    },
    {
      kind: 'facts',
      title: 'Patient (PID)',
      facts: {
        MRN: read('PID-3.1'),
        'Family name': read('PID-5.1'),
        'Given name': read('PID-5.2'),
        'Date of birth': showTime(read('PID-7')),
        Sex: read('PID-8'),
      },
    },
    {
      kind: 'facts',
      title: 'Order (ORC, OBR)',
      facts: {
        'Placer order number': read('ORC-2') || read('OBR-2'),
        'Filler order number': read('ORC-3') || read('OBR-3'),
        Service: `${read('OBR-4.1')} ${read('OBR-4.2')}`.trim(),
        Collected: showTime(read('OBR-7')),
        Reported: showTime(read('OBR-22')),
        Status: read('OBR-25'),
      },
    },
    {
      kind: 'table',
      title: 'Results (OBX)',
      rows: message.segments('OBX').map((_, index) => readResult(message, index + 1)),
    },
    {
      kind: 'table',
      title: 'Notes (NTE)',
      rows: message.segments('NTE').map((_, index) => ({ Note: message.read(`NTE[${index + 1}]-3`) ?? '' })),
    },
    {
      kind: 'facts',
      title: 'Visit (SCH, AIS, AIP)',
      facts: {
        'Confirmation number': read('SCH-2.1'),
        Reason: read('SCH-6.1'),
        Status: read('SCH-25.1'),
        Service: `${read('AIS-3.1')} ${read('AIS-3.2')}`.trim(),
        Start: showTime(read('AIS-4')),
        Minutes: read('AIS-7'),
        'NPI of the doctor': read('AIP-3.1'),
      },
    },
  ]
  return { parts, said: ['payload', 'message_type', 'control_id'], raw: 'Raw message' }
}

function readResult(message: Message, index: number) {
  const read = (field: string) => message.read(`OBX[${index}]-${field}`) ?? ''
  return {
    LOINC: read('3.1'),
    Test: read('3.2'),
    Value: read('5'),
    Unit: read('6.1'),
    Range: read('7'),
    Flag: read('8'),
    Status: read('11'),
    Collected: showTime(read('14')),
  }
}

function readName(read: (path: string) => string): string {
  return [read('PID-5.1'), read('PID-5.2')].filter((text) => text !== '').join(', ')
}

/**
 * Converts an HL7 time to ISO 8601, which pages show in their time zone: `20260302114900+0000` to
 * `2026-03-02T11:49:00Z`.
 */
function showTime(text: string): string {
  const [, year, month, day, hour, minute, second = '00', zone] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?(?:\.\d+)?)?([+-]\d{4})?$/.exec(text) ?? []
  if (year === undefined) return text
  if (hour === undefined) return `${year}-${month}-${day}`
  const offset = zone === undefined ? '' : zone === '+0000' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3)}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`
}
