import type { SimulatorChange } from '../simulator.js'
import { type Happening, inOrderOfTime } from '../timeline.js'
import { ringingEvent } from './events.js'
import { retryMenu } from './menu-input.js'
import { ringingCall } from './model/call-back.js'
import type { CallHead, PromisedCall } from './model/call-row.js'
import type { ExchangePlan } from './model/exchange-plan.js'
import { found, Scene } from './scene.js'
import type { VoiceEffect, VoiceState } from './state.js'

/**
 * Returns what happens in the calls by itself up to `at`, each at its own time: holds end, menus time out, people call
 * back, calls are cut off.
 */
export function dueMoments({ plan, calls, open, promised }: VoiceState, at: string): SimulatorChange<VoiceEffect> {
  return inOrderOfTime([
    ...[...open].flatMap((id) => {
      const call = calls.get(id)
      return call === undefined ? [] : moments(plan, call.head, at)
    }),
    ...[...promised.values()].flatMap((promise) => ring(plan, promise, at)),
  ])
}

function moments(plan: ExchangePlan, call: CallHead, at: string): Happening<VoiceEffect>[] {
  const happened: Happening<VoiceEffect>[] = []
  let head = call
  for (let due = readDue(head); due !== null && due <= at; due = readDue(head)) {
    const scene = new Scene(plan, head, due)
    passTime(scene, head)
    head = scene.head
    const effect = scene.effect()
    happened.push({ time: Date.parse(due), effects: [effect], events: scene.events })
    if (effect.promise !== undefined) happened.push(...ring(plan, effect.promise, at))
  }
  return happened
}

/** Returns the changes of a due call back: it rings, and may be missed. */
function ring(plan: ExchangePlan, promise: PromisedCall, at: string): Happening<VoiceEffect>[] {
  if (promise.at > at) return []
  const head = ringingCall(promise, plan)
  const effect: VoiceEffect = { op: 'advance', head, turns: [] }
  const rings = { time: Date.parse(promise.at), effects: [effect], events: [ringingEvent(head)] }
  return [rings, ...moments(plan, head, at)]
}

/** Returns when something next happens by itself; null for an ended call. */
function readDue({ place, cut_at }: CallHead): string | null {
  if (place.at === 'ended') return null
  return place.due !== null && place.due < cut_at ? place.due : cut_at
}

function passTime(scene: Scene, { place, cut_at }: CallHead): void {
  if (scene.at === cut_at) scene.end('system')
  else if (place.at === 'hold') scene.transfer(found(scene.plan.queues, place.queue).go_to)
  else if (place.at === 'menu') retryMenu(scene, place, 'timeout')
  else if (place.at === 'ringing') scene.end('system', 'missed')
}
