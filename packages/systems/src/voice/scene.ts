import type { RecordedEvent } from '@carebench/protocol'
import type { PatientContact } from '../patient/interview.js'
import type { PersonaMemory } from '../persona/knowledge.js'
import { isThere, type Reach, readVoiceMail } from '../persona/reach.js'
import { secondsAfter } from '../timeline.js'
import type { VoiceDestination, VoiceEnd } from './config.js'
import { answeredEvent, endedEvent, transferredEvent, turnEvent } from './events.js'
import { promisedAfter } from './model/call-back.js'
import type { Callee, CallHead, CallPlace, CallTurn, PersonRef, PromisedCall } from './model/call-row.js'
import type { ExchangePlan } from './model/exchange-plan.js'
import { resumeAsPersona } from './model/persona-talk.js'
import type { VoiceEffect } from './state.js'

/** One moment of a call while it is processed: what is said, and where the call goes. */
export class Scene {
  readonly plan: ExchangePlan
  readonly at: string
  readonly turns: CallTurn[] = []
  readonly events: RecordedEvent[]
  head: CallHead
  #promise: PromisedCall | undefined

  constructor(plan: ExchangePlan, head: CallHead, at: string, events: readonly RecordedEvent[] = []) {
    this.plan = plan
    this.head = head
    this.at = at
    this.events = [...events]
  }

  say(speaker: string, text: string, dtmf = false): void {
    const turn: CallTurn = { speaker, text, at: this.at, ...(dtmf && { dtmf }) }
    this.turns.push(turn)
    this.events.push(turnEvent(this.head, turn))
  }

  /** Moves the call to a menu, a queue or a persona, whose prompt is then said, or ends the call. */
  go(destination: VoiceDestination): void {
    const { menu, queue, persona } = destination
    if (menu !== undefined) this.enterMenu(menu)
    else if (queue !== undefined) this.hold(queue)
    else if (persona !== undefined) this.meet(persona)
    else this.end('callee')
  }

  /** Says a text, and transfers the call, by default ending it. */
  conclude({ say, go_to = { hang_up: true } }: VoiceEnd, otherwise: string): void {
    this.say('ivr', say ?? otherwise)
    this.transfer(go_to)
  }

  /** Transfers the call to another destination, and records the event. */
  transfer(destination: VoiceDestination): void {
    const [[kind, name] = ['', '']] = Object.entries(destination)
    if (kind !== 'hang_up') this.events.push(transferredEvent(this.head.id, kind, String(name), this.at))
    this.go(destination)
  }

  /** Says the prompt of the current menu, and waits for an input. */
  prompt(menu: string, tries: number): void {
    const { prompt, timeoutSeconds } = found(this.plan.menus, menu)
    this.say('ivr', prompt)
    const due = timeoutSeconds === undefined ? null : secondsAfter(this.at, timeoutSeconds)
    this.place({ at: 'menu', menu, tries, due })
  }

  /** Connects the call to a person of the patient simulator, who says `greeting`, or to their voice mail. */
  meetPerson(person: PersonRef, reach: Reach, greeting = person.greeting): void {
    const callee: Callee = { person, ...(reach.calls_back && { back: { reach, made: 0 } }) }
    if (!isThere(reach, this.at)) {
      this.leaveMessage(callee, reach)
      return
    }
    this.say(person.speaker, greeting)
    this.place({ at: 'patient', due: null, ...(person.person !== undefined && { person }) })
  }

  /** Hands the call to another person, who is present. */
  handTo({ person, speaker, greeting }: PatientContact): void {
    this.events.push(transferredEvent(this.head.id, 'person', speaker, this.at))
    this.meetPerson({ ...(person !== undefined && { person }), speaker, greeting }, {})
  }

  /** Records that the caller spoke to voice mail. */
  recordMessage(): void {
    const { place } = this.head
    if (place.at === 'voice_mail') this.place({ ...place, hasMessage: true })
  }

  /** Takes a ringing call; the caller says why they are calling back. */
  answer(callee: Callee): void {
    const { persona, person, back } = callee
    const say = back?.reach.calls_back?.say
    this.events.push(answeredEvent(this.head))
    if (person !== undefined) this.meetPerson(person, {}, say)
    else if (persona !== undefined) {
      const known = found(this.plan.personas, persona)
      const reply = resumeAsPersona(known, this.memoryOf(persona), say)
      if (reply.memory !== undefined) this.remember(persona, reply.memory)
      this.say(known.speaker, reply.say)
      this.place({ at: 'persona', persona, due: null })
      if (reply.goTo !== undefined) this.transfer(reply.goTo)
    }
  }

  end(by: 'agent' | 'callee' | 'system', outcome: 'ended' | 'busy' | 'no_answer' | 'missed' = 'ended'): void {
    this.#promise = promisedAfter(this.head, this.at)
    this.head = {
      ...this.head,
      place: { at: 'ended', due: null },
      outcome,
      ended_by: by,
      ended_at: this.at,
    }
    this.events.push(endedEvent(this.head, this.at))
  }

  /** Records that a rule of a persona was used. */
  use(rule: string): void {
    this.head = { ...this.head, used: { ...this.head.used, [rule]: (this.head.used[rule] ?? 0) + 1 } }
  }

  /** Returns what a persona remembers. Its name may be any word, even `constructor`. */
  memoryOf(persona: string): PersonaMemory | undefined {
    const { memories = {} } = this.head
    return Object.hasOwn(memories, persona) ? memories[persona] : undefined
  }

  /** Records what a persona remembers. */
  remember(persona: string, memory: PersonaMemory): void {
    this.head = { ...this.head, memories: { ...this.head.memories, [persona]: memory } }
  }

  /** Returns the changes of this moment. */
  effect(): VoiceEffect {
    return { op: 'advance', head: this.head, turns: this.turns, ...(this.#promise && { promise: this.#promise }) }
  }

  private enterMenu(menu: string): void {
    this.prompt(menu, 0)
  }

  private hold(queue: string): void {
    const { message = 'Please hold. Somebody will be with you shortly.', hold_seconds } = found(this.plan.queues, queue)
    this.say('ivr', message)
    this.place({ at: 'hold', queue, due: secondsAfter(this.at, hold_seconds) })
  }

  private meet(persona: string): void {
    const { speaker, greeting, reach } = found(this.plan.personas, persona)
    if (!isThere(reach, this.at)) {
      this.leaveMessage({ persona, ...(reach.calls_back && { back: { reach, made: 0 } }) }, reach)
      return
    }
    this.say(speaker, greeting)
    this.place({ at: 'persona', persona, due: null })
  }

  /** Lets voice mail take the call; without one, nobody answers. */
  private leaveMessage(callee: Callee, reach: Reach): void {
    const greeting = readVoiceMail(reach)
    if (greeting !== undefined) {
      this.say('voice mail', greeting)
      this.place({ at: 'voice_mail', due: null, callee, hasMessage: false })
    } else if (this.turns.length === 0 && this.head.told === 0) this.end('system', 'no_answer')
    else {
      this.say('ivr', 'Nobody is available at the moment. Goodbye.')
      this.end('callee')
    }
  }

  private place(place: CallPlace): void {
    this.head = { ...this.head, place }
  }
}

/** Returns a named item of a validated configuration. */
export function found<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The configuration has no ${name}.`)
  return value
}
