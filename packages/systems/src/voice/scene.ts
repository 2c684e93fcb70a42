import type { RecordedEvent } from '@carebench/protocol'
import type { PersonaMemory } from '../persona/knowledge.js'
import { secondsAfter } from '../timeline.js'
import type { CallHead, CallPlace, CallTurn } from './call-row.js'
import type { VoiceDestination, VoiceEnd } from './config.js'
import { endedEvent, transferredEvent, turnEvent } from './events.js'
import type { ExchangePlan } from './exchange-plan.js'
import type { VoiceEffect } from './state.js'

/** One moment of a call while it is processed: what is said, and where the call goes. */
export class Scene {
  readonly plan: ExchangePlan
  readonly at: string
  readonly turns: CallTurn[] = []
  readonly events: RecordedEvent[]
  head: CallHead

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

  /** Goes to a menu, a queue or a persona, which say their prompts, or ends the call. */
  go(destination: VoiceDestination): void {
    const { menu, queue, persona } = destination
    if (menu !== undefined) this.enterMenu(menu)
    else if (queue !== undefined) this.hold(queue)
    else if (persona !== undefined) this.meet(persona)
    else this.end('callee')
  }

  /** Says the text if there is one, and goes on, or ends the call. */
  conclude({ say, go_to = { hang_up: true } }: VoiceEnd, otherwise: string): void {
    this.say('ivr', say ?? otherwise)
    this.transfer(go_to)
  }

  /** Goes to a destination other than the one where the call began. */
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

  meetPatient(greeting: string): void {
    this.say('patient', greeting)
    this.place({ at: 'patient', due: null })
  }

  end(by: 'agent' | 'callee' | 'system', outcome: 'ended' | 'busy' | 'no_answer' = 'ended'): void {
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

  /** Records what a persona remembers. */
  remember(persona: string, memory: PersonaMemory): void {
    this.head = { ...this.head, memories: { ...this.head.memories, [persona]: memory } }
  }

  /** The changes of this moment. */
  effect(): VoiceEffect {
    return { op: 'advance', head: this.head, turns: this.turns }
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
    const { speaker, greeting } = found(this.plan.personas, persona)
    this.say(speaker, greeting)
    this.place({ at: 'persona', persona, due: null })
  }

  private place(place: CallPlace): void {
    this.head = { ...this.head, place }
  }
}

/** Resolves a reference in a validated configuration. */
export function found<Value>(values: ReadonlyMap<string, Value>, name: string): Value {
  const value = values.get(name)
  if (value === undefined) throw new Error(`The configuration has no ${name}.`)
  return value
}
