// What does it cost to parse an HL7 v2 result of 40 segments and read five values?
//
// Each call takes the next of 64 messages. The floor is a handwritten split by segment that works for this message
// only.

import { parseMessage, readValue } from '@carebench/hl7v2'
import { Hl7Message } from '@medplum/core'
import StandardMessage from 'hl7-standard'
import { Message } from 'node-hl7-client'
import simpleHl7 from 'simple-hl7'
import type { Bench } from './src/benchmark.js'

type Reads = readonly (string | null | undefined)[]

const messages = Array.from({ length: 64 }, (_, index) => makeMessage(index))

function makeMessage(number: number): string {
  const observations = Array.from(
    { length: 36 },
    (_, index) =>
      `OBX|${index + 1}|NM|${1000 + index}-${number % 10}^Analyte ` +
      `${index}^LN||${index}.${number}|mg/dL|0-100|N|||F|||20260105080000`,
  )
  const lines = [
    `MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|20260105090000||ORU^R01^ORU_R01|MSG${number}|P|2.5.1`,
    `PID|1||${number}^^^CLINIC^MR||DOE^JANE^Q||19800202|F|||1 MAIN ST^^SPRINGFIELD^IL^62701||(217)555-0100`,
    'PV1|1|O|CLINIC^101^1||||1234^SMITH^ANN',
    'OBR|1|ORD1|FIL1|24323-8^Comprehensive metabolic panel^LN|||20260105080000',
    ...observations,
  ]
  // Through bytes, so that every text is one piece of memory, like a text from the network.
  return new TextDecoder().decode(new TextEncoder().encode(lines.join('\r')))
}

function expectedReads(number: number): Reads {
  return [`MSG${number}`, 'DOE', '24323-8', `9.${number}`, `mg/dL`]
}

/** Returns the field of a line with this number, counted from 0 at the name of the segment. */
function readField(line: string, number: number): string {
  let start = 0
  for (let passed = 0; passed < number; passed++) start = line.indexOf('|', start) + 1
  const end = line.indexOf('|', start)
  return end < 0 ? line.slice(start) : line.slice(start, end)
}

function byHand(text: string): Reads {
  const lines = text.split('\r')
  const line = (name: string, occurrence: number): string => {
    let left = occurrence
    for (const each of lines) if (each.startsWith(name) && --left === 0) return each
    return ''
  }
  return [
    readField(line('MSH', 1), 9),
    readField(line('PID', 1), 5).split('^')[0],
    readField(line('OBR', 1), 4).split('^')[0],
    readField(line('OBX', 10), 5),
    readField(line('OBX', 30), 6),
  ]
}

const paths = ['MSH-10', 'PID-5.1', 'OBR-4.1', 'OBX[10].5', 'OBX[30].6'] as const

function ours(text: string): Reads {
  const message = parseMessage(text)
  return paths.map((path) => readValue(message, path))
}

function byMedplum(text: string): Reads {
  const message = Hl7Message.parse(text)
  const observations = message.getAllSegments('OBX')
  return [
    message.header.getField(10)?.toString(),
    message.getSegment('PID')?.getField(5)?.getComponent(1),
    message.getSegment('OBR')?.getField(4)?.getComponent(1),
    observations[9]?.getField(5)?.toString(),
    observations[29]?.getField(6)?.toString(),
  ]
}

function byNodeHl7Client(text: string): Reads {
  const message = new Message({ text })
  return [
    message.get('MSH.10').toString(),
    message.get('PID.5.1').toString(),
    message.get('OBR.4.1').toString(),
    message.get('OBX').get(9).get(5).toString(),
    message.get('OBX').get(29).get(6).toString(),
  ]
}

const parser = new simpleHl7.Parser({ segmentSeperator: '\r' })

function bySimpleHl7(text: string): Reads {
  const message = parser.parse(text)
  const observations = message.getSegments('OBX')
  return [
    // The header of simple-hl7 does not count the two fields of delimiters.
    message.header.getComponent(8, 1),
    message.getSegment('PID').getComponent(5, 1),
    message.getSegment('OBR').getComponent(4, 1),
    observations[9]?.getComponent(5, 1),
    observations[29]?.getComponent(6, 1),
  ]
}

function byHl7Standard(text: string): Reads {
  const message = new StandardMessage(text)
  message.transform()
  const observations = message.getSegments('OBX')
  return [
    message.get('MSH.10'),
    message.get('PID.5.1'),
    message.get('OBR.4.1'),
    observations[9]?.get('OBX.5'),
    observations[29]?.get('OBX.6'),
  ]
}

function contender(name: string, read: (text: string) => Reads) {
  return {
    name,
    run: (turn: number) => read(messages[turn % messages.length] ?? ''),
    answer: () => messages.map(read),
  }
}

export async function run(bench: Bench): Promise<void> {
  await bench.race({
    case: '40 segments',
    expected: messages.map((_, index) => expectedReads(index)),
    contenders: [
      { ...contender('lazy split by hand', byHand), floor: 'lazy split by hand' },
      { ...contender('@carebench/hl7v2', ours), goals: { 'lazy split by hand': 1.5 } },
      contender('@medplum/core', byMedplum),
      contender('node-hl7-client', byNodeHl7Client),
      contender('simple-hl7', bySimpleHl7),
      contender('hl7-standard', byHl7Standard),
    ],
  })
}
