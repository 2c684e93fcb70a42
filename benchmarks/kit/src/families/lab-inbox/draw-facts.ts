import { drawPerson, twoDigits } from '../../builders/draw-people.js'
import { Drawing, drawMrn, type Growing, otherGiven, repeat, type Setting } from '../../builders/drawing.js'
import type { Chance } from '../../chance.js'
import type { Clinic } from '../../clinic/clinic.js'
import { dayFromToday } from '../../clinic/dates.js'
import { analytes } from '../../clinic/laboratory.js'
import type { Clinician } from '../../clinic/people.js'
import { fullName } from '../../clinic/people.js'
import { today } from '../../clinic/today.js'
import { refuseKnownPeople, UnfairDrawError } from '../../refusals.js'
import type { Level } from '../../task.js'
import { type DrawnResult, drawCritical, drawRoutine, drawUncritical, type Look, rounded } from './draw-results.js'
import {
  type Branch,
  type Contact,
  type Facts,
  type Filed,
  isCalled,
  type Kind,
  type Message,
  type Order,
  type Person,
} from './facts.js'
import { answerFor, refuseUndecided } from './handbook-rules.js'

/** Kinds of additional messages, by level. Each draw takes some or all of them. */
const company: Readonly<Record<Level, readonly Kind[]>> = {
  E: ['routine', 'repeat'],
  M: ['routine', 'repeat', 'hold', 'return-identity', 'correct'],
  H: ['routine', 'repeat', 'hold', 'return-order', 'return-identity', 'correct', 'no-call'],
}

/** Possible faults of a message's order. */
const orderFaults = ['unknown', 'other test', 'revoked', 'other patient'] as const

/** Draws the messages of the inbox, one of them with the branch, and what resembles them. */
export function drawFacts(branch: Branch, setting: Setting): Facts {
  const draw = new FactsDrawing(setting)
  const { level, facts } = draw
  const chance = draw.chance('company')
  const others = company[level].filter((kind) => kind !== branch)
  const most = level === 'E' ? 2 : level === 'M' ? chance.integer(3, 4) : chance.integer(5, 6)
  const side = draw.volume === undefined ? chance.shuffle(others).slice(0, most) : repeat(others, draw.volume - 2)
  const second: readonly Kind[] = level === 'H' && branch !== 'call-first' ? ['call-first'] : []
  const kinds = draw
    .chance('order of the inbox')
    .shuffle<{ readonly kind: Kind; readonly isMain: boolean }>([
      { kind: branch, isMain: true },
      ...[...second, ...side].map((kind) => ({ kind, isMain: false })),
    ])
  for (const { kind, isMain } of kinds) draw.addItem(kind, isMain)
  refuseAmbiguousInbox(facts, draw.clinic)
  refuseUndecided(facts)
  return facts
}

class FactsDrawing extends Drawing {
  readonly facts: Growing<Facts>
  /** Clinicians who order tests. None of them has one of the shifts on call. */
  readonly #requesters: Clinician[]

  constructor(setting: Setting) {
    super(setting)
    const { clinicians, colleagues } = this.clinic
    const chance = this.chance('on call')
    const [last, now, next, ...requesters] = chance.shuffle(clinicians)
    if (last === undefined || now === undefined || next === undefined) throw new RangeError('too few clinicians')
    this.#requesters = requesters
    const swapped = this.level === 'H' && chance.integer(0, 1) === 1
    this.facts = {
      items: [],
      shifts: [
        { clinician: last, from: `${dayFromToday(-1)} 19:00`, until: `${today} 07:00` },
        { clinician: now, from: `${today} 07:00`, until: `${today} 19:00` },
        { clinician: next, from: `${today} 19:00`, until: `${dayFromToday(1)} 07:00` },
      ],
      swapped,
      onCall: swapped ? next : now,
      lookAlikes: [],
      orders: [],
      filed: [],
      clinicians: [...clinicians, ...colleagues],
      distractors: this.distractors,
    }
  }

  addItem(kind: Kind, isMain: boolean): void {
    const { level } = this
    const number = this.facts.items.length + 1
    // The main message has the same patient and the same ids wherever it is in the inbox.
    const slot = isMain ? 0 : number
    const own = this.numberOf(slot)
    // In a long inbox, messages of one kind have different streams.
    const name = this.volume === undefined ? kind : `${kind} ${number}`
    const chance = this.chance(isMain ? 'main' : `${name} beside`)
    const drawn = this.#result(kind, isMain ? level : 'M', chance)
    const person = this.#person(this.chance(isMain ? 'main patient' : `patient ${name}`), drawn, slot)
    const requester = this.#requester(kind, number)
    const isDone =
      kind === 'repeat' || kind === 'correct' || (kind === 'hold' && level !== 'E' && chance.integer(0, 1) === 1)
    // A critical value may come as a preliminary result.
    const isEarly =
      kind === 'hold' || (isCalled(kind) && level !== 'E' && this.chance(`stage ${name}`).integer(0, 2) === 0)
    const fault = kind === 'return-order' ? chance.pick(orderFaults) : null
    const others = analytes.filter(({ code, unit }) => code !== drawn.analyte.code && unit !== drawn.analyte.unit)
    const order: Order = {
      id: `order-${own}`,
      placer: `PLC-${own}`,
      person,
      analyte: fault === 'other test' ? chance.pick(others) : drawn.analyte,
      requester,
      status: isDone ? 'completed' : fault === 'revoked' ? 'revoked' : 'active',
    }
    this.facts.orders.push(order)
    const collected = isDone
      ? `${dayFromToday(-1)}T${twoDigits(chance.integer(13, 20))}:${twoDigits(chance.integer(0, 59))}:00Z`
      : `${today}T${twoDigits(chance.integer(8, 11))}:${twoDigits(chance.integer(0, 59))}:00Z`
    const result = { value: drawn.value, unit: drawn.unit, flag: drawn.flag, collected }
    const filed = isDone ? this.#addFiled(order, kind, { ...drawn, collected }, chance, slot) : null
    const right: Message = {
      control: `NL${this.#numberOf('message', slot)}`,
      mrn: person.mrn,
      given: person.given,
      family: person.family,
      birthDate: person.birthDate,
      sex: person.sex,
      placer: order.placer,
      filler: `F${this.#numberOf('filler', slot)}`,
      analyte: drawn.analyte,
      status: isEarly ? 'P' : kind === 'correct' ? 'C' : 'F',
      result,
      sent: `${today}T13:${twoDigits(this.volume === undefined ? number * 5 : number)}:00Z`,
    }
    const message =
      kind === 'return-identity'
        ? this.#ofSomebodyElse(right, person, slot, chance)
        : fault === null
          ? right
          : this.#forNoOrder(right, fault, order)
    const contact = isCalled(kind) ? this.#contact(kind, requester, result.value, isMain, chance) : null
    this.facts.items.push({ number, kind, isMain, message, answer: answerFor(kind), person, order, filed, contact })
    if (isEarly && isCalled(kind))
      this.distract(`ServiceRequest/${order.id}`, 'an order to complete', 'the result, which is preliminary')
    if (kind === 'repeat')
      this.distract(`Observation/${filed?.id}`, 'a new result', 'the control id alone: the result is filed')
    if (kind === 'hold' && isDone)
      this.distract(`Observation/${filed?.id}`, 'the preliminary value', 'the status, which is final')
    if (kind === 'no-call' || isCalled(kind)) this.#tellLook(kind, order, drawn.look)
    if (isMain) this.#addLookAlike(person, order, chance)
  }

  /**
   * Returns the ordering clinician, a new one for each message. In a long inbox, only messages with a call take one off
   * the list; the others share the remaining ones.
   */
  #requester(kind: Kind, number: number): Clinician {
    const requester =
      this.volume === undefined || isCalled(kind)
        ? this.#requesters.shift()
        : this.#requesters[number % this.#requesters.length]
    if (requester === undefined) throw new RangeError('too few clinicians')
    return requester
  }

  /** Returns a number for an id. Each kind of id has its own range of places: 20, or 45 in a long inbox. */
  #numberOf(kind: 'message' | 'filler' | 'twin' | 'other', slot: number): number {
    const place = ['', 'message', 'filler', 'twin', 'other'].indexOf(kind)
    return this.numberOf(place * (this.volume === undefined ? 20 : 45) + slot)
  }

  #result(kind: Kind, level: Level, chance: Chance): DrawnResult {
    if (isCalled(kind)) return drawCritical(chance, level)
    if (kind === 'no-call') return drawUncritical(chance, level)
    // A preliminary value looks critical, so that it must be checked.
    if (kind === 'hold' && level !== 'E') return drawUncritical(chance, level)
    return drawRoutine(chance)
  }

  #person(chance: Chance, { dialysis }: DrawnResult, slot: number): Person {
    return { ...drawPerson(chance, this.numberOf(slot), { firstDay: 10 }), dialysis }
  }

  #addFiled(
    order: Order,
    kind: Kind,
    drawn: DrawnResult & { readonly collected: string },
    chance: Chance,
    slot: number,
  ): Filed {
    const { value, unit, flag, collected } = drawn
    const { normal, decimals } = drawn.analyte
    const plain = rounded((normal[0] + normal[1]) / 2 + chance.integer(-1, 1) * 10 ** -decimals, decimals)
    const isFlagged = flag !== 'N'
    const other = isFlagged ? plain : rounded(normal[1] * 1.1 + 10 ** -decimals, decimals)
    const result =
      kind === 'repeat'
        ? { value, unit, flag, collected }
        : { value: other, unit, flag: isFlagged ? ('N' as const) : ('H' as const), collected }
    const filed = { id: `obs-${this.numberOf(slot)}`, order, result }
    this.facts.filed.push(filed)
    return filed
  }

  /**
   * Returns the message with a name or date of birth that is not the patient's, so that its medical record number does
   * not fit.
   */
  #ofSomebodyElse(right: Message, person: Person, slot: number, chance: Chance): Message {
    const fault = chance.pick(['date of birth', 'given name', 'twin'] as const)
    const given = otherGiven(chance, person)
    const record = `Patient/${person.id}`
    if (fault === 'date of birth') {
      this.distract(record, 'the person of the message', 'the date of birth, by the day')
      return { ...right, birthDate: withOtherDay(person.birthDate, chance) }
    }
    this.distract(record, 'the person of the message', 'the given name')
    if (fault === 'twin') {
      const twin = this.#addTwin(person, given, this.#numberOf('twin', slot), chance)
      this.distract(`Patient/${twin.id}`, 'the person of the message', 'the medical record number')
    }
    return { ...right, given }
  }

  /**
   * Returns the message with an order that it does not fit. The faults `revoked` and `other test` are in the order
   * itself.
   */
  #forNoOrder(right: Message, fault: (typeof orderFaults)[number], order: Order): Message {
    const record = `ServiceRequest/${order.id}`
    if (fault === 'unknown') {
      this.distract(record, 'the order of the message', 'the number of the order')
      return { ...right, placer: `PLC-${this.#numberOf('other', 10)}` }
    }
    if (fault === 'other patient') {
      const [other] = this.facts.items
      if (other === undefined) throw new UnfairDrawError('out-of-range', 'no other order to name yet')
      this.distract(`ServiceRequest/${other.order.id}`, 'the order of the message', 'the patient')
      return { ...right, placer: other.order.placer }
    }
    const differsIn = fault === 'revoked' ? 'the status, which is revoked' : 'the test'
    this.distract(record, 'an open order for the test', differsIn)
    return right
  }

  #contact(kind: Kind, requester: Clinician, value: number, isMain: boolean, chance: Chance): Contact {
    const { level } = this
    const first =
      kind === 'call-first'
        ? 'answers'
        : level === 'M'
          ? chance.pick(['no answer', 'voice mail'] as const)
          : 'voice mail'
    if (kind === 'call-backup') {
      const [last, now, next] = this.facts.shifts
      const wrong = this.facts.swapped ? now : next
      this.distract(`Practitioner/${last.clinician.id}`, 'the clinician on call', 'the shift, which is over')
      const differsIn = this.facts.swapped ? 'a swap of shifts' : 'the shift, which is to come'
      this.distract(`Practitioner/${wrong.clinician.id}`, 'the clinician on call', differsIn)
    }
    const isMisheard = level !== 'E' && isMain && chance.integer(0, 1) === 1
    const codes = chance.integer(10_000, 49_999)
    if (isMisheard) this.distract('the read-back', 'the value', 'a number that was misheard')
    return {
      first,
      clinician: kind === 'call-backup' ? this.facts.onCall : requester,
      code: `RB-${codes}`,
      misheard: isMisheard ? { value: mishear(value), code: `RB-${codes + 43_117}` } : null,
    }
  }

  #tellLook(kind: Kind, order: Order, look: Look): void {
    const isCritical = isCalled(kind)
    const resembles = isCritical ? 'a value that need not be called' : 'a critical value'
    const differs: Readonly<Record<Look, string>> = {
      plain: 'nothing: the flag says so',
      flag: isCritical
        ? 'the limit of the clinic, which the flag does not know'
        : 'the limit of the clinic, not the flag',
      unit: 'the unit',
      dialysis: isCritical ? 'dialysis, which is over' : 'dialysis',
    }
    if (look !== 'plain') this.distract(`the result for ServiceRequest/${order.id}`, resembles, differs[look])
  }

  /** Adds a look-alike with an order for the same test, but without a message. */
  #addLookAlike(person: Person, order: Order, chance: Chance): void {
    const own = this.#numberOf('other', 0)
    const twin = this.#addTwin(person, otherGiven(chance, person), own, chance)
    this.facts.orders.push({ ...order, id: `order-${own}`, placer: `PLC-${own}`, person: twin, status: 'active' })
    this.distractByPerson(twin, person)
  }

  #addTwin(person: Person, given: string, own: number, chance: Chance): Person {
    const twin = { ...person, id: `pat-${own}`, given, mrn: drawMrn(chance, own), dialysis: null }
    this.facts.lookAlikes.push(twin)
    return twin
  }
}

/** Returns the value with another last digit. */
function mishear(value: number): string {
  const text = String(value)
  const last = text.at(-1) ?? '0'
  const other = String((Number(last) + 4) % 10)
  return `${text.slice(0, -1)}${other}`
}

/** Returns the date with another day of the month. */
function withOtherDay(date: string, chance: Chance): string {
  const day = Number(date.slice(8))
  const others = [day - 10, day + 10, day - 1, day + 1].filter((one) => one >= 1 && one <= 28)
  return `${date.slice(0, 8)}${twoDigits(chance.pick(others))}`
}

/** Throws if a person of the inbox is also in the clinic, or if the patients of two messages have the same name. */
function refuseAmbiguousInbox({ items, lookAlikes }: Facts, clinic: Clinic): void {
  refuseKnownPeople([...items.map(({ person }) => person), ...lookAlikes], clinic)
  const inbox = items.map(({ person }) => fullName(person))
  if (new Set(inbox).size !== inbox.length) throw new UnfairDrawError('ambiguous-patient', 'two messages of one name')
}
