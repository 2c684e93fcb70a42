/**
 * HL7 v2: an ORU of 40 segments (`size`), parse and five reads.
 *
 * The contenders take turns in every round, each over the same messages; the figure of each is its median round.
 * `ratioToFloor` is the time against the floor, a split by segment written by hand that knows nothing but this message.
 * Run: pnpm --filter @carebench/bench bench hl7v2.ts
 */
import { parseMessage, readValue } from '@carebench/hl7v2'

type Reads = readonly (string | null | undefined)[]
interface Contender {
  readonly name: string
  readonly run: (text: string) => Reads
}

const messages = Array.from({ length: 64 }, (_, index) => oru(index))
const rounds = 31
const passes = 4

function oru(number: number): string {
  const observations = Array.from(
    { length: 36 },
    (_, index) =>
      `OBX|${index + 1}|NM|${1000 + index}-${number % 10}^Analyte ${index}^LN||${index}.${number}|mg/dL|0-100|N|||F|||20260105080000`,
  )
  const lines = [
    `MSH|^~\\&|LAB|CLINIC|EHR|CLINIC|20260105090000||ORU^R01^ORU_R01|MSG${number}|P|2.5.1`,
    `PID|1||${number}^^^CLINIC^MR||DOE^JANE^Q||19800202|F|||1 MAIN ST^^SPRINGFIELD^IL^62701||(217)555-0100`,
    'PV1|1|O|CLINIC^101^1||||1234^SMITH^ANN',
    'OBR|1|ORD1|FIL1|24323-8^Comprehensive metabolic panel^LN|||20260105080000',
    ...observations,
  ]
  // Through bytes, so that every text is flat in memory, as one that has come over the network is.
  return new TextDecoder().decode(new TextEncoder().encode(lines.join('\r')))
}

function expected(number: number): Reads {
  return [`MSG${number}`, 'DOE', '24323-8', `9.${number}`, `mg/dL`]
}

const paths = ['MSH-10', 'PID-5.1', 'OBR-4.1', 'OBX[10].5', 'OBX[30].6'] as const

/** The field of a line with a number, or the empty string. */
function fieldOf(line: string, number: number): string {
  let start = 0
  for (let passed = 0; passed < number; passed++) start = line.indexOf('|', start) + 1
  const end = line.indexOf('|', start)
  return end < 0 ? line.slice(start) : line.slice(start, end)
}

const floor: Contender = {
  name: 'floor: lazy split by segment',
  run(text) {
    const lines = text.split('\r')
    const line = (name: string, occurrence: number): string => {
      let left = occurrence
      for (const each of lines) if (each.startsWith(name) && --left === 0) return each
      return ''
    }
    return [
      fieldOf(line('MSH', 1), 9),
      fieldOf(line('PID', 1), 5).split('^')[0],
      fieldOf(line('OBR', 1), 4).split('^')[0],
      fieldOf(line('OBX', 10), 5),
      fieldOf(line('OBX', 30), 6),
    ]
  },
}

const ours: Contender = {
  name: '@carebench/hl7v2',
  run(text) {
    const message = parseMessage(text)
    return paths.map((path) => readValue(message, path))
  },
}

async function medplum(): Promise<Contender> {
  const { Hl7Message } = await import('@medplum/core')
  return {
    name: '@medplum/core',
    run(text) {
      const message = Hl7Message.parse(text)
      const observations = message.getAllSegments('OBX')
      return [
        message.header.getField(10)?.toString(),
        message.getSegment('PID')?.getField(5)?.getComponent(1),
        message.getSegment('OBR')?.getField(4)?.getComponent(1),
        observations[9]?.getField(5)?.toString(),
        observations[29]?.getField(6)?.toString(),
      ]
    },
  }
}

async function nodeHl7Client(): Promise<Contender> {
  const { Message } = await import('node-hl7-client')
  return {
    name: 'node-hl7-client',
    run(text) {
      const message = new Message({ text })
      return [
        message.get('MSH.10').toString(),
        message.get('PID.5.1').toString(),
        message.get('OBR.4.1').toString(),
        message.get('OBX').get(9).get(5).toString(),
        message.get('OBX').get(29).get(6).toString(),
      ]
    },
  }
}

interface SimpleSegment {
  getComponent(field: number, component: number): string
}
interface SimpleMessage {
  readonly header: SimpleSegment
  getSegment(name: string): SimpleSegment
  getSegments(name: string): SimpleSegment[]
}

async function simpleHl7(): Promise<Contender> {
  const module: { default: { Parser: new (options: object) => { parse(text: string): SimpleMessage } } } =
    await load('simple-hl7')
  const parser = new module.default.Parser({ segmentSeperator: '\r' })
  return {
    name: 'simple-hl7',
    run(text) {
      const message = parser.parse(text)
      const observations = message.getSegments('OBX')
      return [
        // Its header leaves out the two fields of delimiters.
        message.header.getComponent(8, 1),
        message.getSegment('PID').getComponent(5, 1),
        message.getSegment('OBR').getComponent(4, 1),
        observations[9]?.getComponent(5, 1),
        observations[29]?.getComponent(6, 1),
      ]
    },
  }
}

interface StandardSegment {
  get(path: string): string
}
interface StandardMessage extends StandardSegment {
  transform(): void
  getSegments(name: string): StandardSegment[]
}

async function hl7Standard(): Promise<Contender> {
  const module: { default: new (text: string) => StandardMessage } = await load('hl7-standard')
  return {
    name: 'hl7-standard',
    run(text) {
      const message = new module.default(text)
      message.transform()
      const observations = message.getSegments('OBX')
      return [
        message.get('MSH.10'),
        message.get('PID.5.1'),
        message.get('OBR.4.1'),
        observations[9]?.get('OBX.5'),
        observations[29]?.get('OBX.6'),
      ]
    },
  }
}

/** Imports a package that has no types of its own. */
async function load<T>(name: string): Promise<T> {
  return import(name)
}

async function main(): Promise<void> {
  const contenders: Contender[] = [floor, ours]
  for (const make of [medplum, nodeHl7Client, simpleHl7, hl7Standard]) {
    try {
      contenders.push(await make())
    } catch (error) {
      console.log(JSON.stringify({ bench: 'hl7v2', contender: make.name, skipped: String(error) }))
    }
  }
  const sound = contenders.filter(({ name, run }) => {
    const wrong = messages.findIndex((text, index) => JSON.stringify(run(text)) !== JSON.stringify(expected(index)))
    if (wrong < 0) return true
    const answer = JSON.stringify(run(messages[wrong] ?? ''))
    console.log(JSON.stringify({ bench: 'hl7v2', contender: name, skipped: `wrong answer ${answer}` }))
    return false
  })
  if (sound[0] !== floor || sound[1] !== ours) throw new Error('The floor or this package gives wrong answers.')

  const times = new Map(sound.map(({ name }) => [name, [] as number[]]))
  let kept = 0
  for (let round = 0; round < rounds; round++) {
    for (const { name, run } of sound) {
      const begun = performance.now()
      for (let pass = 0; pass < passes; pass++) for (const text of messages) kept += run(text).length
      times.get(name)?.push(((performance.now() - begun) * 1000) / (passes * messages.length))
    }
  }
  if (kept === 0) throw new Error('Nothing was read.')
  const median = (name: string) => times.get(name)?.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN
  const base = median(floor.name)
  for (const { name } of sound) {
    const [microseconds, ratioToFloor] = [median(name), median(name) / base].map((figure) => Number(figure.toFixed(2)))
    console.log(JSON.stringify({ bench: 'hl7v2', contender: name, size: 40, microseconds, ratioToFloor }))
  }
}

await main()
