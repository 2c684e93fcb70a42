import { type Message, parseMessage } from '@carebench/hl7v2'

/**
 * A group of segments about a person: its first segment, the segments that follow, and the paths that read such groups.
 */
interface PersonGroup {
  readonly first: string
  readonly members: readonly string[]
  readonly read: RegExp
}

const groups: readonly PersonGroup[] = [
  { first: 'NK1', members: [], read: /^NK1(?![[\w])/ },
  { first: 'GT1', members: [], read: /^GT1(?![[\w])/ },
  { first: 'IN1', members: ['IN2', 'IN3'], read: /^IN[123](?![[\w])/ },
]

/**
 * Splits a message into one per person: the segments before the first PID, and those of one PID group; with only one
 * next of kin, guarantor and insurance each, if a path reads such segments. If a path names a PID by number or value
 * (`PID[2].3`), patients are not split. Returns only the message itself if there is nothing to split.
 */
export function messagesOfPatients(message: Message, paths: readonly string[]): readonly Message[] {
  const isWhole = paths.some((path) => path.startsWith('PID['))
  const read = groups.filter((group) => paths.some((path) => group.read.test(path)))
  // Cached, because every entry of a guard splits every message, which may have tens of thousands of segments.
  const key = [isWhole, ...read.map(({ first }) => first)].join()
  const known = divided.get(message)?.get(key)
  if (known !== undefined) return known
  const messages = divide(message, isWhole, read)
  divided.set(message, (divided.get(message) ?? new Map()).set(key, messages))
  return messages
}

/** The results of {@link messagesOfPatients}, by the groups that the paths read. */
const divided = new WeakMap<Message, Map<string, readonly Message[]>>()

/** Maximum number of characters in all messages into which one transmission is split. */
const maxCharactersOfPeople = 1.5 * 1024 * 1024

/**
 * Whether {@link messagesOfPatients} would exceed {@link maxCharactersOfPeople}: each person's message repeats the
 * common segments, and next of kin, guarantors and insurances multiply.
 */
export function hasTooManyPeople(transmission: string): boolean {
  let total = 0
  let head = new PersonCount()
  let patient = head
  const end = () => {
    total += patient.characters
    patient = new PersonCount(head)
  }
  for (const [line] of transmission.matchAll(/[^\r\n]+/g)) {
    const name = readName(line)
    if (name === 'MSH') {
      end()
      head = new PersonCount()
      patient = head
    } else if (name === 'PID') {
      if (patient === head) patient = new PersonCount(head)
      else end()
    }
    patient.add(name, line.length + 1)
  }
  end()
  return total > maxCharactersOfPeople
}

/** Counts the characters of the messages into which one patient's segments are split. */
class PersonCount {
  #length: number
  readonly #groups: number[]

  /**
   * @param head - the segments before the first patient, which every message repeats
   */
  constructor(head?: PersonCount) {
    this.#length = head === undefined ? 0 : head.#length
    this.#groups = head === undefined ? groups.map(() => 0) : [...head.#groups]
  }

  add(name: string, length: number): void {
    this.#length += length
    const group = groups.findIndex(({ first }) => first === name)
    if (group >= 0) this.#groups[group] = (this.#groups[group] ?? 0) + 1
  }

  get characters(): number {
    return this.#groups.reduce((product, count) => product * Math.max(1, count), this.#length)
  }
}

const beginningOfGroup = new RegExp(`(?:^|[\\r\\n])(PID|${groups.map(({ first }) => first).join('|')})`, 'g')

/** Whether a kind of group occurs twice, so that there is something to split. */
function repeatsGroup(text: string): boolean {
  const seen = new Set<string>()
  for (const [, name = ''] of text.matchAll(beginningOfGroup)) {
    if (seen.has(name)) return true
    seen.add(name)
  }
  return false
}

function divide(message: Message, isWhole: boolean, read: readonly PersonGroup[]): readonly Message[] {
  if (!repeatsGroup(message.text)) return [message]
  // Systems reject such messages.
  if (hasTooManyPeople(message.text)) return [message]
  const lines = Array.from({ length: message.segmentCount }, (_, index) => {
    const { start, end } = message.range(index + 1)
    return message.text.slice(start, end)
  })
  const each = read.reduce<readonly (readonly string[])[]>(
    (all, group) => all.flatMap((one) => splitByPerson(group, one)),
    isWhole ? [lines] : withOnePatient(lines),
  )
  return each.length < 2 ? [message] : each.map((one) => parseMessage(one.join('\r')))
}

function withOnePatient(lines: readonly string[]): readonly (readonly string[])[] {
  const starts = lines.flatMap((line, index) => (readName(line) === 'PID' ? [index] : []))
  const head = lines.slice(0, starts[0])
  return starts.length < 2 ? [lines] : starts.map((from, index) => [...head, ...lines.slice(from, starts[index + 1])])
}

/** Returns the lines once per group: with this group and without the others. */
function splitByPerson({ first, members }: PersonGroup, lines: readonly string[]): readonly (readonly string[])[] {
  let group = 0
  const groupOf = lines.map((line) => {
    const name = readName(line)
    if (name === first) group++
    return name === first || members.includes(name) ? group : undefined
  })
  if (group < 2) return [lines]
  return Array.from({ length: group }, (_, index) =>
    lines.filter((_line, at) => groupOf[at] === undefined || groupOf[at] === index + 1),
  )
}

function readName(line: string): string {
  return line.slice(0, 3)
}
